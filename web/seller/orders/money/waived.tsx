import { useState } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { m } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { CircleAlert } from '../../../ui/icons.tsx'
import { formatAmount } from '../../../ui/price.tsx'
import { useMay } from '../../client/role.ts'
import { SettleDialog } from '../../order-ui/settle-dialog.tsx'

type WaivedProps = { order: SellerOrder; onChanged: (order: SellerOrder) => void }

/**
 * Says that an order was cancelled, paid out and handed over nevertheless, and records what is paid for it after all.
 */
export function Waived({ order, onChanged }: WaivedProps) {
  const mayCollect = useMay('order.collect')
  const [taking, setTaking] = useState<{ amount: number; isOpen: boolean }>()
  const amount = order.money.waived
  return (
    <>
      {amount !== undefined && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm print:hidden">
          <CircleAlert className="size-4 shrink-0 text-tomato" aria-hidden />
          <span className="min-w-0 flex-1 basis-60">{m.money_waived({ amount: formatAmount(amount) })}</span>
          {mayCollect && (
            <Button variant="ghost" onClick={() => setTaking({ amount, isOpen: true })} className="text-sm">
              {m.money_waived_collect()}
            </Button>
          )}
        </p>
      )}
      {taking && (
        <SettleDialog
          order={order}
          settling="collect"
          amount={amount ?? taking.amount}
          open={taking.isOpen}
          onClose={() => setTaking({ ...taking, isOpen: false })}
          onChanged={onChanged}
        />
      )}
    </>
  )
}
