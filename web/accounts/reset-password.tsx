import { type MetaFunction, useNavigate } from 'react-router'
import { api } from '../client/api.ts'
import { refreshSession, tellOtherTabs, useSession } from '../client/session.ts'
import { m } from '../messages/messages.ts'
import { personalMeta } from '../page/personal-meta.ts'
import { useNextPath, withNext } from './next-path.ts'
import { ResetSteps } from './reset-steps.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.account_reset_title(), '/reset-password', page)

export default function ResetPasswordScreen() {
  const { status, user } = useSession()
  const navigate = useNavigate()
  const next = useNextPath()
  return (
    <ResetSteps
      calls={api.user}
      storageKey="talad.reset"
      waiting={status === 'unknown'}
      // A signed-in shopper can only reset their own password.
      ownEmail={user?.email}
      onReset={async (email) => {
        // The reset has ended every session of the account.
        tellOtherTabs()
        await refreshSession({ fresh: true })
        navigate(withNext('/login', next), { state: { email } })
      }}
    />
  )
}
