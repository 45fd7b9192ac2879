import { type ComponentType, useEffect, useState } from 'react'
import { type ShownToast, shownToasts } from './toast.ts'

/** The place of messages, once per page. Its script is loaded once the page is interactive. */
export function Toaster() {
  const toasts = shownToasts.use()
  const [List, setList] = useState<ComponentType<{ toasts: readonly ShownToast[] }>>()
  // Without a connection it is tried again at the next message.
  useEffect(() => {
    if (toasts && !List)
      import('./toast-list.tsx').then(
        ({ ToastList }) => setList(() => ToastList),
        () => {},
      )
  }, [toasts, List])
  return List && <List toasts={toasts} />
}
