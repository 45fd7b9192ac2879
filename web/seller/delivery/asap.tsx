import type { FormEvent } from 'react'
import type { AsapSettings } from '../../../contract/entities/delivery.ts'
import { asciiDigits } from '../../../contract/values/ascii-digits.ts'
import { deliveryApi } from '../../client/delivery-api.ts'
import { useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { withSessionEnd } from '../client/session-end.ts'
import { FormEnd } from '../ui/form-end.tsx'
import { LastChange } from '../ui/last-change.tsx'
import { SavedSection } from '../ui/read-result.tsx'
import { Switch } from '../ui/switch.tsx'
import { textProps } from '../ui/text-props.ts'
import { asapNowText } from './asap-now.ts'
import { useVersionedForm } from './use-versioned-form.ts'

type Saved = {
  asap: AsapSettings | null
  version: number
  changedBy: string | null
  changedAt: string | null
}

/**
 * Whether orders as soon as possible are promised a time, and who is there to pick and ride. `saves`: how often hours and
 * zones were saved on this screen, on which the time promised now depends.
 */
export function Asap({ saves }: { saves: number }) {
  const read = useRead('asap', async (signal) => withSessionEnd(await sellerApi.delivery.asap(undefined, { signal })))
  return (
    <SavedSection
      className="mt-8"
      title={m.asap_title()}
      read={read}
      failed={m.asap_failed()}
      loading={m.asap_loading()}
      size="h-80 max-w-4xl"
    >
      {(saved) => <AsapForm key={saved.version} saved={saved} saves={saves} onReload={read.again} />}
    </SavedSection>
  )
}

const usual: AsapSettings = { enabled: false, limitMinutes: 45, pickers: 1, riders: 1 }
type NumberName = Exclude<keyof AsapSettings, 'enabled'>
const numbersOf = ({ limitMinutes, pickers, riders }: AsapSettings): Record<NumberName, string> => ({
  limitMinutes: String(limitMinutes),
  pickers: String(pickers),
  riders: String(riders),
})

type AsapFormProps = { saved: Saved; saves: number; onReload: () => void }

function AsapForm({ saved, saves, onReload }: AsapFormProps) {
  const asap = saved.asap ?? usual
  const { typed, stored, form, seen, isUnsaved, change, show } = useVersionedForm(
    { enabled: asap.enabled, ...numbersOf(asap) },
    saved.version,
  )

  async function submit(event: FormEvent) {
    event.preventDefault()
    // What is no whole number is refused as 0 is, at its field.
    const number = (name: NumberName) => {
      const entered = Number(asciiDigits(typed[name]).trim())
      return Number.isInteger(entered) ? entered : 0
    }
    const reply = await form.send(async () =>
      withSessionEnd(
        await sellerApi.delivery.saveAsap({
          enabled: typed.enabled,
          limitMinutes: number('limitMinutes'),
          pickers: number('pickers'),
          riders: number('riders'),
          seen,
        }),
      ),
    )
    if (reply) show(reply, reply.asap ? numbersOf(reply.asap) : {})
  }

  const field = textProps({ typed, errors: form.fields, change })

  return (
    <Card className="max-w-4xl p-4 sm:p-6">
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <div className="flex items-center justify-between gap-4 rounded-tile bg-sunken py-2 ps-4 pe-2">
          <div className="min-w-0">
            <p className="font-medium">{m.asap_on()}</p>
            <p className="text-muted text-sm">{m.asap_on_hint()}</p>
          </div>
          <Switch label={m.asap_on()} on={typed.enabled} onSwitch={(enabled) => change({ enabled })} />
        </div>
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <TextField label={m.asap_limit()} hint={m.asap_limit_hint()} inputMode="numeric" {...field('limitMinutes')} />
          <TextField label={m.asap_pickers()} hint={m.asap_people_hint()} inputMode="numeric" {...field('pickers')} />
          <TextField label={m.asap_riders()} hint={m.asap_people_hint()} inputMode="numeric" {...field('riders')} />
        </div>
        {stored.enabled && <Now saved={`${seen} ${saves}`} />}
        <LastChange {...saved} />
        <FormEnd form={form} save={m.asap_save()} isUnsaved={isUnsaved} onReload={onReload} />
      </form>
    </Card>
  )
}

/** What shoppers of the default zone are promised now, by the settings as they are `saved`; why nothing, if so. */
function Now({ saved }: { saved: string }) {
  const { data } = useRead(`asap-now ${saved}`, (signal) => deliveryApi.delivery.options({}, { signal }))
  // Without a zone for places that aren't known yet, what is promised depends on the place.
  if (!data || (!data.zone && !data.delivers)) return null
  const { asap, closed } = data
  return (
    <p className={data.zone && (asap || closed) ? 'text-muted' : 'rounded-tile bg-mango-soft px-4 py-2 font-medium'}>
      {asapNowText(data)}
    </p>
  )
}
