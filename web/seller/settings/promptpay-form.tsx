import { type ComponentProps, type FormEvent, useRef, useState } from 'react'
import { promptPayPayload } from '../../../contract/payments/promptpay.ts'
import { cents } from '../../../contract/values/money.ts'
import { PromptPayCode } from '../../checkout/paying/promptpay-code.tsx'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { LanguageGuard } from '../../page/language-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { ChangedNote, TheirValue } from '../ui/changed-note.tsx'
import { SwitchRow } from '../ui/switch-row.tsx'
import { textProps } from '../ui/text-props.ts'
import { useTheirs } from '../ui/use-theirs.ts'
import {
  type Draft,
  draftOfPromptPay,
  errorsOfPromptPay,
  errorsOfReply,
  numberLabel,
  proxyKinds,
  proxyOf,
  type SavedPromptPay,
  settingsOf,
} from './promptpay-draft.ts'
import { deleteUnsaved, findUnsaved, storeUnsaved } from './unsaved-settings.ts'

const kindLabels = {
  mobile: m.settings_kind_mobile,
  taxId: m.settings_kind_tax_id,
  eWallet: m.settings_kind_e_wallet,
  biller: m.settings_kind_biller,
}

/** The form of the PromptPay settings, with a code of 1 baht to try them. */
export function PromptPayForm({ saved }: { saved: SavedPromptPay }) {
  const [draft, setDraft] = useState(() => findUnsaved()?.draft ?? draftOfPromptPay(saved.promptPay))
  const [version, setVersion] = useState(() => findUnsaved()?.version ?? saved.version)
  const { theirs, withTheirs, forget } = useTheirs<SavedPromptPay>(() => sellerApi.settings.promptPay())
  const form = useSubmit({ toasts: false })
  const element = useRef<HTMLFormElement>(null)
  const errors = form.fields

  function change(next: Partial<Draft>) {
    const all = { ...draft, ...next }
    storeUnsaved({ draft: all, version })
    setDraft(all)
    for (const name of Object.keys(next)) form.clearField(name)
  }

  async function save(seen: number) {
    const errors = errorsOfPromptPay(draft)
    if (Object.keys(errors).length > 0) return form.show(errors as Record<string, string>, element.current)
    const reply = await form.send(async () => {
      const reply = await withTheirs(await sellerApi.settings.savePromptPay({ ...settingsOf(draft), seen }))
      return !reply.success && reply.fields
        ? { ...reply, fields: errorsOfReply(reply.fields) as Record<string, string> }
        : reply
    }, element.current)
    if (!reply) return
    toast.success(
      reply.unpaid > 0 ? `${reply.message}. ${m.settings_unpaid_follow({ count: reply.unpaid })}` : reply.message,
    )
    take(reply)
  }

  /** Shows the shop's current values. */
  function take(current: SavedPromptPay) {
    deleteUnsaved()
    setDraft(draftOfPromptPay(current.promptPay))
    setVersion(current.version)
    forget()
    form.clear()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void save(version)
  }

  const text = textProps({ draft, errors, change })

  return (
    <div className="grid max-w-5xl gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <Card className="p-4 sm:p-6">
        <LanguageGuard isUnsaved={() => findUnsaved() !== undefined} />
        <form ref={element} onSubmit={submit} noValidate className="grid gap-5">
          <h2 className="font-bold text-xl">{m.settings_promptpay()}</h2>
          <SwitchRow
            label={m.settings_on()}
            hint={m.settings_on_hint()}
            on={draft.enabled}
            onSwitch={(enabled) => change({ enabled })}
          />
          <ProxyFields kind={draft.kind} onKind={(kind) => change({ kind, number: draft.number })} text={text} />
          <TextField label={m.settings_receiver()} hint={m.settings_receiver_hint()} {...text('receiver')} />
          <TextField
            label={m.settings_slip_days()}
            hint={m.settings_slip_days_hint()}
            inputMode="numeric"
            className="max-w-xs"
            {...text('slipDays')}
          />
          {theirs ? (
            <ChangedNote theirs={theirs} onKeep={() => void save(theirs.version)} onTake={() => take(theirs)}>
              <TheirPromptPay {...draftOfPromptPay(theirs.promptPay)} />
            </ChangedNote>
          ) : (
            <div role="alert" className="empty:hidden">
              {form.message && <FormMessage>{form.message}</FormMessage>}
            </div>
          )}
          {!theirs && (
            <Button
              type="submit"
              size="large"
              pending={form.slow}
              aria-disabled={form.pending || undefined}
              className="sm:justify-self-start sm:px-14"
            >
              {m.settings_save()}
            </Button>
          )}
        </form>
      </Card>
      <TestTransfer proxy={proxyOf(draft)} receiver={draft.receiver.trim()} />
    </div>
  )
}

type ProxyFieldsProps = {
  kind: Draft['kind']
  onKind: (kind: Draft['kind']) => void
  /** Returns the props of a text field. */
  text: (
    name: 'number' | 'reference1' | 'reference2',
  ) => Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'error' | 'autoComplete'>
}

/** The number that takes the money. */
function ProxyFields({ kind, onKind, text }: ProxyFieldsProps) {
  return (
    <>
      <Select
        label={m.settings_kind()}
        name="kind"
        value={kind}
        onChange={({ target }) => {
          const chosen = proxyKinds.find((each) => each === target.value)
          if (chosen) onKind(chosen)
        }}
      >
        {proxyKinds.map((each) => (
          <option key={each} value={each}>
            {kindLabels[each]()}
          </option>
        ))}
      </Select>
      <TextField label={numberLabel(kind)} inputMode="numeric" {...text('number')} />
      {kind === 'biller' && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField label={m.settings_reference1()} hint={m.settings_reference_hint()} {...text('reference1')} />
          <TextField label={m.settings_reference2()} {...text('reference2')} />
        </div>
      )}
    </>
  )
}

/** A code of 1 baht, to try whether it reaches the shop. */
function TestTransfer({ proxy, receiver }: { proxy: ReturnType<typeof proxyOf>; receiver: string }) {
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="mb-2 font-bold text-xl">{m.settings_test_title()}</h2>
      {proxy ? (
        <>
          <p className="mb-4 text-muted">{m.settings_test_text()}</p>
          <PromptPayCode payload={promptPayPayload(proxy, cents(100))} amount={cents(100)} receiver={receiver} />
        </>
      ) : (
        <p className="text-muted">{m.settings_test_wait()}</p>
      )}
    </Card>
  )
}

/** The values that a colleague has saved. */
function TheirPromptPay({ kind, number, receiver, enabled, slipDays }: Draft) {
  return (
    <>
      <TheirValue name={m.settings_on()}>{enabled ? m.settings_is_on() : m.settings_is_off()}</TheirValue>
      <TheirValue name={numberLabel(kind)} className="figures">
        {number}
      </TheirValue>
      <TheirValue name={m.settings_receiver()}>{receiver}</TheirValue>
      <TheirValue name={m.settings_slip_days()} className="figures">
        {slipDays}
      </TheirValue>
    </>
  )
}
