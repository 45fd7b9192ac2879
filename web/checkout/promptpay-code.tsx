import { useMemo, useState } from 'react'
import type { Cents } from '../../contract/money.ts'
import { getLocale, m } from '../messages/messages.ts'
import { shop } from '../shop.ts'
import { Button } from '../ui/button.tsx'
import { formatCents } from '../ui/price.tsx'
import { codeOf, paymentPicture, savePicture } from './payment-picture.ts'

type PromptPayCodeProps = {
  /** The text of the code, as `promptPayPayload` makes it. */
  payload: string
  amount: Cents
  /** The name that the bank's app shows, so that the shopper can compare it. */
  receiver: string
}

/**
 * A PromptPay code to scan, with its amount and receiver, and a button that saves it as a picture: who shops on the phone
 * can't scan its own screen. Load it with the step that shows it (`lazy(() => import(…))`): it brings the QR encoder.
 */
export default function PromptPayCode({ payload, amount, receiver }: PromptPayCodeProps) {
  const code = useMemo(() => codeOf(payload), [payload])
  const [saving, setSaving] = useState<'pending' | 'saved' | 'failed'>()
  const sum = formatCents(amount)

  async function save() {
    if (saving === 'pending') return
    setSaving('pending')
    try {
      const name = getLocale() === 'th' ? shop.nameTh : shop.name
      const picture = await paymentPicture(payload, { shop: name, amount: sum, receiver })
      setSaving((await savePicture(picture)) ? 'saved' : undefined)
    } catch {
      setSaving('failed')
    }
  }

  return (
    <div className="flex flex-col items-center gap-3 text-center">
      {/* Scanners need black on white: neither dark mode nor a theme of the system may change it. */}
      <svg
        role="img"
        aria-label={m.checkout_promptpay_code({ amount: sum, receiver })}
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
        className="w-full max-w-72 rounded-tile border border-line [color-scheme:only_light] [forced-color-adjust:none]"
      >
        <rect width={code.size} height={code.size} fill="#ffffff" />
        <path d={code.bars.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')} fill="#000000" />
      </svg>
      <p>
        <span className="figures block font-bold text-3xl">{sum}</span>
        <span className="block text-muted">{m.checkout_promptpay_to({ receiver })}</span>
      </p>
      <Button variant="outline" aria-disabled={saving === 'pending'} pending={saving === 'pending'} onClick={save}>
        {m.checkout_promptpay_save()}
      </Button>
      <p role="status" className="min-h-6 text-muted">
        {saving === 'saved' && m.checkout_promptpay_saved()}
        {saving === 'failed' && m.checkout_promptpay_not_saved()}
      </p>
    </div>
  )
}
