import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { closeLogin, useLoginRequest, useSession } from '../client/session.ts'
import { langOf } from '../messages/lang-of.ts'
import { m } from '../messages/messages.ts'
import { whenClosed } from '../ui/back-closes.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoginForm } from './login-form.tsx'

/** The login in a dialog over the current page. */
export default function LoginDialog() {
  const { open, returnTo = '/', reason } = useLoginRequest()
  const { user } = useSession()
  const navigate = useNavigate()
  const email = useRef<HTMLInputElement>(null)

  // Signed in here, or in another tab. A user known when the dialog opens was refused: their session has ended, and the
  // check that clears it is running.
  const before = useRef(user)
  useEffect(() => {
    if (user && user._id !== before.current?._id) closeLogin()
    before.current = user
  }, [user])

  return (
    <Dialog open={open && !user} onClose={() => closeLogin()} title={m.account_login_title()} initialFocus={email}>
      {reason.length > 0 && (
        <div className="-mt-1 mb-4 rounded-tile bg-leaf-soft px-4 py-3 text-leaf-deep">
          {reason.map((sentence) => (
            <p key={sentence} lang={langOf(sentence)} className="first:font-semibold">
              {sentence}
            </p>
          ))}
        </div>
      )}
      <LoginForm
        emailRef={email}
        next={returnTo}
        onSignedIn={() => {
          flushSync(closeLogin)
          const { pathname, search } = window.location
          if (returnTo !== pathname + search) whenClosed(() => navigate(returnTo))
        }}
        onLeave={() => closeLogin({ isLeft: true })}
      />
    </Dialog>
  )
}
