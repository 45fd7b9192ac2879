import { useState } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { isRefundKind } from '../../../contract/orders/documents.ts'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'
import type { TaxInvoiceDialogProps } from './tax-invoice-dialog.tsx'

type TaxInvoiceProps = Pick<TaxInvoiceDialogProps, 'send' | 'draft' | 'onDone'> & {
  order: TaxInvoiceDialogProps['order'] & Pick<Order, 'documents' | 'isPaid' | 'status' | 'cost' | 'amount'>
}

const loadDialog = () => import('./tax-invoice-dialog.tsx')

/**
 * The button that asks for a full tax invoice, while an order has only the abbreviated one and wasn't refunded whole.
 */
export function TaxInvoice({ order, send, draft, onDone }: TaxInvoiceProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const Dialog = useLazy(loadDialog, open, close)
  const sale = order.documents?.findLast(({ kind }) => !isRefundKind(kind))
  const isSale = order.isPaid && order.status !== 'Cancelled' && (order.cost ?? order.amount) > 0
  if (sale?.kind !== 'abbreviated tax invoice' || !isSale) return null
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={m.orders_tax_invoice_of({ number: order.number })}
        className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink print:hidden"
      >
        {m.orders_tax_invoice()}
      </button>
      {Dialog && <Dialog order={order} send={send} open={open} draft={draft} onClose={close} onDone={onDone} />}
    </>
  )
}
