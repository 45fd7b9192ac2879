import { type FormEvent, useState } from 'react'
import { asciiDigits } from '../../../contract/ascii-digits.ts'
import type { AsapSettings } from '../../../contract/entities.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { sellerApi } from '../area/seller-api.ts'
import { withSessionEnd } from '../area/session-end.ts'
import { Switch } from '../area/switch.tsx'

type Saved = {
  asap: AsapSettings | null
  version: number
  changedBy: string | null
  changedAt: string | null
}

/** Whether orders as soon as possible are promised a time, and who is there to pick and ride. */
export function Asap() {
  const { data, failure, loading, again } = useRead('asap', async (signal) =>
    withSessionEnd(await sellerApi.delivery.asap(undefined, { signal })),
  )
  return (
    <section className="mt-8">
      <h2 className="mb-3 font-bold text-2xl">{m.asap_title()}</h2>
      {data ? (
        <AsapForm key={data.version} saved={data} onOutdated={again} />
      ) : failure === undefined || loading ? (
        <div role="status">
          <span className="sr-only">{m.asap_loading()}</span>
          <Skeleton className="h-80 w-full max-w-4xl rounded-card" />
        </div>
      ) : (
        <EmptyState heading="h3" title={m.asap_failed()} action={<Button onClick={again}>{m.seller_again()}</Button>}>
          {failure}
        </EmptyState>
      )}
    </section>
  )
}

const usual: AsapSettings = { enabled: false, limitMinutes: 45, pickers: 1, riders: 1 }
type Typed = Record<Exclude<keyof AsapSettings, 'enabled'>, string>
const typedOf = ({ limitMinutes, pickers, riders }: AsapSettings): Typed => ({
  limitMinutes: String(limitMinutes),
  pickers: String(pickers),
  riders: String(riders),
})

function AsapForm({ saved, onOutdated }: { saved: Saved; onOutdated: () => void }) {
  const [enabled, setEnabled] = useState((saved.asap ?? usual).enabled)
  const [typed, setTyped] = useState(typedOf(saved.asap ?? usual))
  const [version, setVersion] = useState(saved.version)
  const form = useSubmit({ toasts: false })

  async function submit(event: FormEvent) {
    event.preventDefault()
    // What is no whole number is refused as 0 is, at its field.
    const number = (name: keyof Typed) => {
      const entered = Number(asciiDigits(typed[name]).trim())
      return Number.isInteger(entered) ? entered : 0
    }
    const reply = await form.send(async () =>
      withSessionEnd(
        await sellerApi.delivery.saveAsap({
          enabled,
          limitMinutes: number('limitMinutes'),
          pickers: number('pickers'),
          riders: number('riders'),
          seen: version,
        }),
      ),
    )
    if (!reply) return
    toast.success(reply.message)
    setVersion(reply.version)
    if (reply.asap) setTyped(typedOf(reply.asap))
  }

  const field = (name: keyof Typed) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setTyped({ ...typed, [name]: target.value })
      form.clear()
    },
    error: form.fields[name],
    inputMode: 'numeric' as const,
    autoComplete: 'off',
  })

  return (
    <Card className="max-w-4xl p-4 sm:p-6">
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <div className="flex items-center justify-between gap-4 rounded-tile bg-sunken py-2 ps-4 pe-2">
          <div className="min-w-0">
            <p className="font-medium">{m.asap_on()}</p>
            <p className="text-muted text-sm">{m.asap_on_hint()}</p>
          </div>
          <Switch
            label={m.asap_on()}
            on={enabled}
            onSwitch={(on) => {
              setEnabled(on)
              form.clear()
            }}
          />
        </div>
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <TextField label={m.asap_limit()} hint={m.asap_limit_hint()} {...field('limitMinutes')} />
          <TextField label={m.asap_pickers()} hint={m.asap_people_hint()} {...field('pickers')} />
          <TextField label={m.asap_riders()} hint={m.asap_people_hint()} {...field('riders')} />
        </div>
        {saved.changedBy && saved.changedAt && (
          <p className="text-muted text-sm">
            {m.hours_changed({ by: saved.changedBy, at: formatMoment(saved.changedAt) })}
          </p>
        )}
        <div role="alert" className="empty:hidden">
          {form.message && <FormMessage>{form.message}</FormMessage>}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large" pending={form.slow} aria-disabled={form.pending || undefined}>
            {m.asap_save()}
          </Button>
          {form.message && (
            <Button variant="outline" size="large" onClick={onOutdated}>
              {m.hours_reload()}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
