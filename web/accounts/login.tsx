import { useEffect } from 'react'
import { Link, type MetaFunction, useNavigate } from 'react-router'
import { useSession } from '../client/session.ts'
import { m } from '../messages/messages.ts'
import { AccountFrame } from '../page/account-frame.tsx'
import { personalMeta } from '../page/personal-meta.ts'
import { LoginForm } from './login-form.tsx'
import { useNextPath } from './next-path.ts'

export const meta: MetaFunction = (page) => personalMeta(m.account_login_title(), '/login', page)

export default function LoginScreen() {
  const { user } = useSession()
  const navigate = useNavigate()
  const next = useNextPath()

  // Applies to a user signed in on arrival, here, or in another tab.
  useEffect(() => {
    if (user) navigate(next, { replace: true })
  }, [user, next, navigate])

  return (
    <AccountFrame title={m.account_login_title()}>
      <LoginForm next={next} onSignedIn={() => navigate(next, { replace: true })} />
      <p className="mt-2 border-line border-t pt-2 text-center">
        <Link to="/seller" className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline">
          {m.account_login_seller()}
        </Link>
      </p>
    </AccountFrame>
  )
}
