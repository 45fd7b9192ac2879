import { lazy, Suspense, useEffect, useState } from 'react'
import { useLoginRequest } from '../client/session.ts'

// Nobody needs the window before it is asked for.
const LoginDialog = lazy(() => import('./login-dialog.tsx'))

/** The login window, shown while its flag is set. */
export function LoginWindow() {
  const { open } = useLoginRequest()
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (open) setWanted(true)
  }, [open])
  if (!wanted) return null
  return (
    <Suspense>
      <LoginDialog />
    </Suspense>
  )
}
