import { type FormEvent, useState } from 'react'
import type { RiderCash } from '../../../contract/calls/rider.ts'
import { readPrice } from '../../../contract/catalog/read-price.ts'
import { balanceCentsOf } from '../../../contract/values/balance.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import { newId } from '../../client/new-id.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCents } from '../../ui/price.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { FormEnd } from '../form/form-end.tsx'
import { ChangedLine } from '../order-ui/changed-line.tsx'
import { useFollowed } from '../order-ui/use-shown.ts'
import { formatBalance } from '../ui/format-balance.ts'

type CountDialogProps = { rider: RiderCash; onClose: () => void; onCounted: () => void }

/** Asks for the cash that a rider hands over, or that the shop pays a rider, and says what is missing. */
export function CountDialog({ rider, onClose, onCounted }: CountDialogProps) {
  const [text, setText] = useState('')
  // A repeated request counts nothing twice.
  const [id] = useState(newId)
  const form = useSubmit({ toasts: false })
  const { cents: handed } = readPrice(text)
  const { fresh, before } = useFollowed(rider.owed)
  const isBack = rider.owed < 0
  const most = Math.abs(balanceCentsOf(rider.owed))
  const missing = handed === undefined ? 0 : most - handed

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    // The press may have been meant for the sum before.
    if (fresh) return
    if (handed === undefined) return form.show({ amount: m.trip_count_invalid() }, element)
    if (missing < 0) return form.show({ amount: m.trip_count_much({ amount: formatCents(cents(most)) }) }, element)
    const reply = await form.send(
      () => sellerApi.rider.countIn({ id, rider: rider.rider, owed: rider.owed, amount: toWire(handed) }),
      element,
    )
    if (!reply) return
    toast.success(reply.message)
    onCounted()
  }

  return (
    <Dialog open onClose={onClose} title={m.trip_count_title({ name: rider.name })}>
      <ChangedLine
        text={
          before === undefined
            ? undefined
            : m.seller_sum_changed({ now: formatBalance(rider.owed), before: formatBalance(before) })
        }
      />
      <form onSubmit={submit} noValidate className="grid gap-4">
        <p className="flex flex-wrap items-baseline justify-between gap-2">
          {isBack ? m.trip_hand_back_owed() : m.trip_count_owed()}
          <span className="figures font-bold text-2xl">{formatCents(cents(most))}</span>
        </p>
        <TextField
          label={(isBack ? m.trip_hand_back_amount : m.trip_count_amount)({ symbol: shop.currency.symbol })}
          name="amount"
          value={text}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ target }) => {
            setText(target.value)
            form.clearField('amount')
          }}
          error={form.fields.amount}
        />
        <p role="status" className="min-h-7">
          {missing > 0 && (
            <span className="figures font-semibold text-tomato">
              {(isBack ? m.trip_hand_back_missing : m.trip_count_missing)({ amount: formatCents(cents(missing)) })}
            </span>
          )}
        </p>
        <FormEnd
          form={{ ...form, pending: form.pending || fresh }}
          save={isBack ? m.trip_hand_back() : m.trip_count()}
        />
      </form>
    </Dialog>
  )
}
