import { closeLogin, useLoginRequest } from '../client/session.ts'
import { lazyDialog } from '../page/lazy.tsx'

const LoginDialog = lazyDialog(() => import('./login-dialog.tsx'))

/** The login dialog, shown while its flag is set. */
export function LazyLoginDialog() {
  return <LoginDialog open={useLoginRequest().open} onClose={closeLogin} />
}
