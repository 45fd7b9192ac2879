import { useMemo, useState } from 'react'
import type { Cents } from '../../../contract/values/money.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { Button } from '../../ui/button.tsx'
import { formatCents } from '../../ui/price.tsx'
import { codeOf, QrCode } from '../../ui/qr-code.tsx'
import { paymentPicture, savePicture } from './payment-picture.ts'

type PromptPayCodeProps = {
  /** The text of the code, as `promptPayPayload` makes it. */
  payload: string
  amount: Cents
  /** The name that the bank's app shows, so that the shopper can compare it. */
  receiver: string
  /** Whether the device is a phone, which can't scan its own screen: then saving the picture comes first. */
  isPhone?: boolean
}

/**
 * A PromptPay code to scan, with its amount and receiver, and a button that saves it as a picture: who shops on the
 * phone can't scan its own screen. It brings the QR encoder, so only screens that are about it import it.
 */
export function PromptPayCode({ payload, amount, receiver, isPhone = false }: PromptPayCodeProps) {
  const code = useMemo(() => codeOf(payload), [payload])
  const [saving, setSaving] = useState<'pending' | 'saved' | 'failed'>()
  const sum = formatCents(amount)

  async function onSave() {
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

  const save = (
    <>
      <Button
        variant={isPhone ? 'primary' : 'soft'}
        aria-disabled={saving === 'pending'}
        pending={saving === 'pending'}
        onClick={onSave}
        className="w-full max-w-72"
      >
        {m.checkout_promptpay_save()}
      </Button>
      <p role="status" className="text-muted text-sm empty:hidden">
        {saving === 'saved' && m.checkout_promptpay_saved()}
        {saving === 'failed' && m.checkout_promptpay_not_saved()}
      </p>
    </>
  )

  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <p>
        <span className="figures block font-bold text-4xl leading-snug">{sum}</span>
        <span className="wrap-anywhere block text-muted">{m.checkout_promptpay_to({ receiver })}</span>
      </p>
      {isPhone && save}
      <QrCode
        code={code}
        label={m.checkout_promptpay_code({ amount: sum, receiver })}
        className="max-w-72 low:max-w-52"
      />
      {!isPhone && save}
    </div>
  )
}
