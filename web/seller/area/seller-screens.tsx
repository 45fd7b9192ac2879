import { Outlet } from 'react-router'
import { m } from '../../messages/messages.ts'
import { FailureScreen } from '../../page/failure-screen.tsx'

/** The seller's screens within their frame, which stays if one of them fails: new orders are still heard. */
export default function SellerScreens() {
  return <Outlet />
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const other = { to: '/seller/orders', label: m.seller_to_orders() }
  return <FailureScreen error={error} brokenText={m.seller_broken_text()} other={other} />
}
