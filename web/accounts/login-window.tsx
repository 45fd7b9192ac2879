import { closeLogin, useLoginRequest } from '../client/session.ts'
import { lazyWindow } from '../page/lazy.tsx'

const LoginDialog = lazyWindow(() => import('./login-dialog.tsx'))

/** The login window, shown while its flag is set. */
export function LoginWindow() {
  return <LoginDialog open={useLoginRequest().open} onClose={closeLogin} />
}
