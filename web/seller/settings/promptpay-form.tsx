import { promptPayPayload } from '../../../contract/payments/promptpay.ts'
import { cents } from '../../../contract/values/money.ts'
import { PromptPayCode } from '../../checkout/paying/promptpay-code.tsx'
import { m } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { useSettingsForm } from '../drafts/use-settings-form.ts'
import { TheirValue } from '../form/changed-note.tsx'
import { SettingsEnd } from '../form/settings-end.tsx'
import { SwitchRow } from '../form/switch-row.tsx'
import { textProps } from '../form/text-props.ts'
import {
  draftOfPromptPay,
  errorsOfPromptPay,
  numberLabel,
  type PromptPayDraft,
  type ProxyDraft,
  promptPayToSend,
  proxyKinds,
  proxyOf,
  type SavedPromptPay,
} from './promptpay-draft.ts'

const kindLabels = {
  mobile: m.settings_kind_mobile,
  taxId: m.settings_kind_tax_id,
  eWallet: m.settings_kind_e_wallet,
  biller: m.settings_kind_biller,
}

/** The form of the PromptPay settings, with a code of 1 baht to try them. */
export function PromptPayForm({ read }: { read: SavedPromptPay }) {
  const settings = useSettingsForm(read, {
    name: 'promptpay',
    draftOf: draftOfPromptPay,
    errorsOf: errorsOfPromptPay,
    save: async (draft, seen) => {
      const reply = await sellerApi.settings.savePromptPay({ ...promptPayToSend(draft), seen })
      if (!reply.success || reply.unpaid === 0) return reply
      return { ...reply, message: `${reply.message}. ${m.settings_unpaid_follow({ count: reply.unpaid })}` }
    },
    readNow: () => sellerApi.settings.promptPay(),
  })
  const { draft, form, change } = settings
  const text = textProps({ draft, errors: form.fields, change })

  return (
    <div className="grid max-w-5xl gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <Card className="p-4 sm:p-6">
        <form onSubmit={settings.submit} noValidate className="grid gap-5">
          <h2 className="font-bold text-xl">{m.settings_promptpay()}</h2>
          <SwitchRow
            label={m.settings_on()}
            hint={m.settings_on_hint()}
            on={draft.enabled}
            onSwitch={(enabled) => change({ enabled })}
          />
          <ProxyFields proxy={draft.proxy} errors={form.fields} onChange={(proxy) => change({ proxy })} />
          <TextField label={m.settings_receiver()} hint={m.settings_receiver_hint()} {...text('receiver')} />
          <TextField
            label={m.settings_slip_days()}
            hint={m.settings_slip_days_hint()}
            inputMode="numeric"
            className="max-w-xs"
            {...text('slipDays')}
          />
          <SettingsEnd settings={settings} save={m.settings_save()}>
            {(theirs) => <TheirPromptPay {...draftOfPromptPay(theirs)} />}
          </SettingsEnd>
        </form>
      </Card>
      <TestTransfer proxy={proxyOf(draft)} receiver={draft.receiver.trim()} />
    </div>
  )
}

type ProxyFieldsProps = { proxy: ProxyDraft; errors: Record<string, string>; onChange: (proxy: ProxyDraft) => void }

/** The number that takes the money. */
function ProxyFields({ proxy, errors, onChange }: ProxyFieldsProps) {
  const { kind } = proxy
  const change = (next: Partial<ProxyDraft>) => onChange({ ...proxy, ...next })
  const text = textProps({ draft: proxy, errors, change, path: 'proxy.' })
  return (
    <>
      <Select
        label={m.settings_kind()}
        name="kind"
        value={kind}
        onChange={({ target }) => {
          const chosen = proxyKinds.find((each) => each === target.value)
          if (chosen) change({ kind: chosen })
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
function TheirPromptPay({ proxy: { kind, number }, receiver, enabled, slipDays }: PromptPayDraft) {
  return (
    <>
      <TheirValue name={m.settings_on()}>{enabled ? m.form_yes() : m.form_no()}</TheirValue>
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
