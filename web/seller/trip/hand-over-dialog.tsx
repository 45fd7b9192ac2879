import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import type { RiderOrder } from '../../../contract/calls/rider.ts'
import { riderLimits } from '../../../contract/delivery/rider-limits.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { m } from '../../messages/messages.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ChangedLine, changedSum } from '../order-ui/changed-line.tsx'
import { StepButton } from '../order-ui/step-button.tsx'
import { useFollowed } from '../order-ui/use-shown.ts'
import { smallPhoto } from '../taps/photo.ts'
import { thumb } from './trip-order.tsx'

type HandOverDialogProps = {
  order: RiderOrder
  /** Whether it has left the rider's trip, so that the shop will refuse what is said of it. */
  hasLeft: boolean
  onClose: () => void
  onDelivered: (delivered: { receivedBy: string; photo: Blob | undefined }) => Promise<void>
}

/** Asks who took an order, or for a photo of where it is, and names the cash to collect. */
export function HandOverDialog({ order, hasLeft, onClose, onDelivered }: HandOverDialogProps) {
  const [receivedBy, setReceivedBy] = useState('')
  const [photo, setPhoto] = useState<{ blob: Blob; url: string }>()
  const [busy, setBusy] = useState(false)
  const { toCollect, cancelled = false } = order
  const sum = useFollowed(centsOf(toCollect))
  const cancel = useFollowed(cancelled)
  const shown = cancel.fresh ? cancel.shown : sum.shown
  const [missing, setMissing] = useState(false)
  const camera = useRef<HTMLInputElement>(null)
  const cameraId = useId()
  useEffect(() => () => URL.revokeObjectURL(photo?.url ?? ''), [photo])

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    setBusy(true)
    const blob = await smallPhoto(file)
    setPhoto({ blob, url: URL.createObjectURL(blob) })
    setMissing(false)
    setBusy(false)
  }

  async function deliver() {
    if (busy) return
    if (!photo && receivedBy.trim() === '') return setMissing(true)
    setBusy(true)
    await onDelivered({ receivedBy: receivedBy.trim(), photo: photo?.blob })
  }

  function changedText(): string | undefined {
    if (hasLeft) return m.trip_left()
    return cancel.before === false ? m.trip_cancelled() : changedSum(sum.before, centsOf(toCollect))
  }

  return (
    <Dialog
      open
      position="bottom"
      onClose={onClose}
      title={m.trip_deliver_title({ number: order.number })}
      initialFocus={camera}
      backdropCloses={!photo && receivedBy === ''}
    >
      <ChangedLine text={changedText()} />
      <p className="figures mb-4 rounded-tile bg-sunken px-4 py-3 text-center font-bold text-2xl">
        {toCollect > 0 ? m.trip_collect({ amount: formatAmount(toCollect) }) : m.trip_paid()}
      </p>
      <div className="grid gap-4">
        {photo && (
          <img src={photo.url} alt={m.trip_photo_alt()} className="max-h-48 w-full rounded-tile object-contain" />
        )}
        <div>
          <input
            ref={camera}
            id={cameraId}
            type="file"
            accept="image/*"
            capture="environment"
            onChange={take}
            className="peer sr-only"
          />
          <label
            htmlFor={cameraId}
            className={`${buttonClasses('soft')} ${thumb} w-full cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-leaf peer-focus-visible:outline-offset-2`}
          >
            {photo ? m.trip_photo_again() : m.trip_photo()}
          </label>
        </div>
        <TextField
          label={m.trip_received_by()}
          name="receivedBy"
          value={receivedBy}
          maxLength={riderLimits.receivedBy}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => {
            setReceivedBy(target.value)
            setMissing(false)
          }}
          error={missing ? m.trip_name_or_photo() : undefined}
        />
        <StepButton
          shown={shown}
          busy={busy}
          pending={busy}
          className={`${thumb} w-full`}
          onStep={() => void deliver()}
        >
          {toCollect > 0 ? m.trip_deliver_collected({ amount: formatAmount(toCollect) }) : m.trip_delivered()}
        </StepButton>
      </div>
    </Dialog>
  )
}
