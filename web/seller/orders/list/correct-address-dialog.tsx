import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { refusalMessage } from '../../../../contract/messages/refusals.ts'
import { AddressInputs } from '../../../addresses/address-inputs.tsx'
import { useAddressInputs } from '../../../addresses/use-address-inputs.ts'
import { useSubmit } from '../../../client/use-submit.ts'
import { withRetries } from '../../../client/with-retries.ts'
import { getLocale, m } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { TriangleAlert } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { LeaveDialog } from '../../ui/leave-dialog.tsx'
import { ChangedLine } from '../steps/changed-line.tsx'
import { statusLabel } from '../steps/order-texts.ts'
import { readOrder } from '../steps/read-order.ts'
import { useFollowed } from '../steps/use-shown.ts'
import { makeAddressCorrection } from './address-correction.ts'

type CorrectAddressDialogProps = {
  order: SellerOrder
  /** Whether the order is delivered or cancelled: its address can't be corrected any more. */
  isDone: boolean
  onClose: () => void
  onChanged: (order: SellerOrder) => void
}

/** Corrects where an order goes. */
export default function CorrectAddressDialog({ order, isDone, onClose, onChanged }: CorrectAddressDialogProps) {
  const [correction] = useState(() => makeAddressCorrection(order))
  const [initial] = useState(correction.draft)
  const [isFollowed, setFollowed] = useState(false)
  /** Whether the seller was told that the address is in another zone, or in none. */
  const [isElsewhere, setElsewhere] = useState(false)
  /** Whether the seller is asked before what was typed is lost. */
  const [isAsked, setAsked] = useState(false)
  const formElement = useRef<HTMLFormElement>(null)
  const form = useSubmit({ toasts: false })
  const inputs = useAddressInputs({
    form,
    initial,
    onChanged: (draft) => {
      correction.type(draft)
      // The warning was about another address.
      if (isElsewhere) form.clear()
      setElsewhere(false)
    },
  })
  // A press that was meant for the address before a colleague's correction, or before the warning, doesn't save.
  const { fresh } = useFollowed(`${order.addressVersion} ${isElsewhere}`)
  const message = useRef<HTMLDivElement>(null)
  // Enter in a field sends the form from anywhere in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when there is another message
  useEffect(() => {
    message.current?.scrollIntoView({ block: 'nearest' })
  }, [form.message])

  const follow = useEffectEvent((current: SellerOrder) => {
    const values = correction.follow(current)
    if (!values || !formElement.current) return
    const { label: _, ...fields } = values
    inputs.setValues(formElement.current, fields)
    setFollowed(true)
    setElsewhere(false)
  })
  useEffect(() => follow(order), [order])

  function close() {
    correction.discard()
    onClose()
  }

  /** Asks first if what was typed could still be saved. */
  const leave = () => (correction.isChanged() && !isDone ? setAsked(true) : close())

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isDone || fresh) return
    if (!correction.isChanged()) return close()
    const element = event.currentTarget
    const input = await inputs.check(element)
    if (!input) return
    const { label: _, ...address } = input
    const content = { id: order._id, address, seen: order.addressVersion, elsewhere: isElsewhere }
    const reply = await inputs.send(async () => {
      const answer = await withRetries(() => sellerApi.order.correctAddress(content))
      if (!answer.success) await handle(answer.code)
      return answer
    }, element)
    if (!reply) return
    toast.success(m.seller_address_saved({ number: order.number }))
    close()
    onChanged(reply.order)
  }

  async function handle(code: string) {
    setElsewhere(code === 'address_elsewhere' || code === 'address_outside')
    if (code !== 'address_corrected' && code !== 'address_final') return
    const current = await readOrder(order._id)
    if (current) onChanged(current)
  }

  const last = order.corrections?.at(-1)
  return (
    <Dialog
      open
      onClose={leave}
      title={m.seller_address_title({ number: order.number })}
      // Back that opened the question has used up the entry of this dialog; staying adds one again.
      backCloses={!isAsked}
    >
      <p className="mb-4 text-muted">{m.seller_address_text()}</p>
      {correction.wasKept && <p className="mb-4 font-medium">{m.seller_address_kept()}</p>}
      <form
        ref={formElement}
        method="post"
        onSubmit={save}
        onInput={inputs.onInput}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-4 sm:grid-cols-2"
      >
        <AddressInputs inputs={inputs} initial={initial} isOwn={false} outside={undefined} />
        <div className="contents [&>div]:sm:col-span-2 [&_p]:mb-0">
          <ChangedLine
            text={isFollowed ? m.seller_address_followed({ by: last?.by ?? '', now: lineOf(order) }) : undefined}
          />
        </div>
        <div ref={message} role="alert" className="scroll-mb-24 empty:hidden sm:col-span-2">
          <Message text={isDone ? finalMessage(order.status) : form.message} isWarning={isElsewhere && !isDone} />
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 sm:col-span-2">
          <Button variant="outline" onClick={leave}>
            {m.seller_refund_back()}
          </Button>
          <Button type="submit" pending={form.slow} aria-disabled={form.pending || fresh || isDone}>
            {isElsewhere ? m.seller_address_save_elsewhere() : m.seller_address_save()}
          </Button>
        </div>
      </form>
      <LeaveDialog open={isAsked} onStay={() => setAsked(false)} onLeave={close} />
    </Dialog>
  )
}

const finalMessage = (status: SellerOrder['status']) =>
  refusalMessage('address_final', getLocale(), { status: statusLabel(status) })

/** Why the address wasn't saved, or can't be, or the warning to confirm. */
function Message({ text, isWarning }: { text: string | undefined; isWarning: boolean }) {
  if (!text) return null
  if (!isWarning) return <FormMessage>{text}</FormMessage>
  return (
    <p className="flex items-start gap-2 rounded-tile bg-mango-soft px-4 py-3 text-ink">
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
      <span>{text}</span>
    </p>
  )
}

/** Returns an order's address in one line. */
function lineOf({ address }: Pick<SellerOrder, 'address'>): string {
  const { firstName, lastName, phone, street, city, state, zipcode } = address
  return `${firstName} ${lastName}, ${phone}, ${street}, ${city}, ${state} ${zipcode}`
}
