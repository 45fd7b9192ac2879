import { useEffect, useRef } from 'react'
import { cents } from '../../../contract/values/money.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { openLogin } from '../../client/session.ts'
import { m } from '../../messages/messages.ts'
import { ItemList } from '../../product/item-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCents } from '../../ui/price.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { SentOrder } from './sent-order.ts'

type CheckingOrderProps = {
  sent: SentOrder
  /** Whether the account has to sign in before the outcome can be checked. */
  loginNeeded: boolean
  /** The ordered items, as far as they are known. */
  lines: readonly CartLine[]
}

/** An order whose reply was lost: its items, and that its outcome is being checked. */
export function CheckingOrder({ sent, loginNeeded, lines }: CheckingOrderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className="mx-auto max-w-2xl p-5 sm:p-6">
      <div className="flex items-start gap-4">
        {!loginNeeded && <Spinner className="mt-1 size-6 shrink-0 text-leaf" />}
        <div role="status" className="grid gap-1">
          <h2 ref={heading} tabIndex={-1} className="font-bold text-xl outline-none">
            {loginNeeded ? m.checkout_checking_login() : m.checkout_checking()}
          </h2>
          <p className="text-muted">{m.checkout_checking_text()}</p>
        </div>
      </div>
      {loginNeeded && (
        <Button className="mt-4" onClick={() => openLogin('/cart')}>
          {m.cart_fix_login()}
        </Button>
      )}
      <div className="mt-5 border-line border-t pt-5">
        <ItemList items={lines} />
        <p className="mt-4 flex justify-between gap-4 font-semibold text-lg">
          {m.sums_total()} <span className="figures">{formatCents(cents(sent.total))}</span>
        </p>
      </div>
    </Card>
  )
}
