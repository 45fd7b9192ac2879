import type { FormEvent } from 'react'
import { localityOf } from '../../../contract/delivery/address-text.ts'
import type { Order, OrderDocument } from '../../../contract/entities/order.ts'
import { limits } from '../../../contract/values/limits.ts'
import type { api } from '../../client/api.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import type { TaxInvoiceDraft } from './tax-invoice-drafts.ts'

/** Asks the shop for a full tax invoice: the call of a shopper, or of a seller. */
export type SendInvoice = typeof api.order.invoice

export type TaxInvoiceDialogProps = {
  order: Pick<Order, '_id' | 'number' | 'address'>
  send: SendInvoice
  /** Where typed text is kept until the invoice is made. */
  draft?: TaxInvoiceDraft
  open: boolean
  onClose: () => void
  /** Called with the order's documents when the shop has made the invoice. */
  onDone: (documents: OrderDocument[]) => void
}

/** Asks who a full tax invoice is for. It replaces the abbreviated one. */
export default function TaxInvoiceDialog({ order, send, draft, open, onClose, onDone }: TaxInvoiceDialogProps) {
  const form = useSubmit({ toasts: false })
  const { firstName, lastName, street } = order.address
  const kept = draft?.find()

  function close() {
    draft?.close()
    onClose()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    const reply = await form.submit(event, (value) =>
      send({
        orderId: order._id,
        buyer: {
          name: value('buyer.name'),
          address: value('buyer.address'),
          taxId: value('buyer.taxId'),
          // If empty, a company's head office; a person has none.
          branch: value('buyer.branch').trim() || undefined,
        },
      }),
    )
    if (!reply) return
    toast.success(reply.message)
    draft?.delete()
    onClose()
    onDone(reply.documents)
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={m.orders_tax_invoice_of({ number: order.number })}
      backdropCloses={false}
    >
      <form
        method="post"
        onSubmit={submit}
        onInput={({ currentTarget }) => draft?.store(typedIn(currentTarget))}
        noValidate
        className="grid gap-4"
      >
        <p className="text-muted">{m.orders_tax_invoice_text()}</p>
        <TextField
          name="buyer.name"
          label={m.orders_tax_invoice_name()}
          autoComplete="organization"
          defaultValue={kept?.['buyer.name'] ?? `${firstName} ${lastName}`}
          maxLength={limits.shortText}
          error={form.fields['buyer.name']}
          onInput={() => form.clear('buyer.name')}
          required
        />
        <TextArea
          name="buyer.address"
          label={m.orders_tax_invoice_address()}
          defaultValue={kept?.['buyer.address'] ?? `${street}\n${localityOf(order.address)}`}
          maxLength={limits.buyerAddress}
          rows={3}
          error={form.fields['buyer.address']}
          onInput={() => form.clear('buyer.address')}
          required
        />
        <TextField
          name="buyer.taxId"
          label={m.orders_tax_invoice_id()}
          inputMode="numeric"
          defaultValue={kept?.['buyer.taxId']}
          error={form.fields['buyer.taxId']}
          onInput={() => form.clear('buyer.taxId')}
          required
        />
        <TextField
          name="buyer.branch"
          label={m.orders_tax_invoice_branch()}
          hint={m.orders_tax_invoice_branch_hint()}
          inputMode="numeric"
          defaultValue={kept?.['buyer.branch']}
          error={form.fields['buyer.branch']}
          onInput={() => form.clear('buyer.branch')}
        />
        <FormMessage>{Object.keys(form.fields).length > 0 ? undefined : form.message}</FormMessage>
        <Button type="submit" pending={form.slow} aria-disabled={form.pending}>
          {m.orders_tax_invoice_send()}
        </Button>
      </form>
    </Dialog>
  )
}

function typedIn(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}
