import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { shopLimits } from '../../../contract/shop-limits.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { X } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { FormEnd } from '../area/form-end.tsx'
import { LastChange } from '../area/last-change.tsx'
import { ReadResult } from '../area/read-result.tsx'
import { sellerApi } from '../area/seller-api.ts'
import { withSessionEnd } from '../area/session-end.ts'
import { ChangedNote } from './changed-note.tsx'
import { PictureInput, pictureMegabytes } from './picture-input.tsx'
import { reloadShop } from './reload-shop.ts'
import {
  claimSwitches,
  errorsOfShop,
  type SavedShop,
  shopOfTyped,
  type TextName,
  type TypedShop,
  textFields,
  typedShopOf,
} from './shop-typed.ts'
import { SwitchRow } from './switch-row.tsx'

const labels: Record<TextName, () => string> = {
  name: m.settings_shop_name,
  nameTh: m.settings_shop_name_th,
  company: m.settings_shop_company,
  companyTh: m.settings_shop_company_th,
  phone: m.settings_shop_phone,
  email: m.settings_shop_email,
  hours: m.settings_shop_hours,
  hoursTh: m.settings_shop_hours_th,
  line: m.settings_shop_line,
  deliveryArea: m.settings_shop_area,
  deliveryAreaTh: m.settings_shop_area_th,
  latitude: m.settings_shop_latitude,
  longitude: m.settings_shop_longitude,
}
const claimLabels = {
  freshness: m.settings_shop_claim_freshness,
  prices: m.settings_shop_claim_prices,
  rating: m.settings_shop_claim_rating,
  mrpAndTaxes: m.settings_shop_claim_mrp,
}

/** The shop's name, logo and contact, and what its screens promise. */
export function Shop() {
  const read = useRead('shop', async (signal) => withSessionEnd(await sellerApi.settings.shop(undefined, { signal })))
  return (
    <ReadResult
      read={read}
      heading="h2"
      failedTitle={m.settings_failed()}
      skeleton={
        <div role="status">
          <span className="sr-only">{m.settings_loading()}</span>
          <Skeleton className="h-160 w-full max-w-4xl rounded-card" />
        </div>
      }
    >
      {(saved) => <ShopForm read={saved} />}
    </ReadResult>
  )
}

function ShopForm({ read }: { read: SavedShop }) {
  const [saved, setSaved] = useState(read)
  const [typed, setTyped] = useState(() => typedShopOf(read))
  const [isSending, setIsSending] = useState(false)
  /** What another owner has saved since. */
  const [theirs, setTheirs] = useState<SavedShop>()
  const form = useSubmit({ toasts: false })
  const element = useRef<HTMLFormElement>(null)
  const { social, claims } = typed

  function change(next: Partial<TypedShop>) {
    setTyped({ ...typed, ...next })
    form.clear()
  }
  const changeLink = (at: number, next: Partial<(typeof social)[number]>) =>
    change({ social: social.map((each, index) => (index === at ? { ...each, ...next } : each)) })

  function take(now: SavedShop) {
    setSaved(now)
    setTyped(typedShopOf(now))
    setTheirs(undefined)
    form.clear()
  }

  async function save(seen: number) {
    if (isSending) return
    const errors = errorsOfShop(typed)
    if (Object.keys(errors).length > 0) return form.show(errors, element.current ?? undefined)
    const reply = await form.send(async () => {
      const answer = withSessionEnd(await sellerApi.settings.saveShop({ ...shopOfTyped(typed), seen }))
      if (!answer.success && answer.code === 'setting_changed') {
        const now = await sellerApi.settings.shop()
        if (now.success) setTheirs(now)
      }
      return answer
    })
    if (!reply) return
    await reloadShop()
    toast.success(reply.message)
    take(reply)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void save(saved.version)
  }

  /** The error of a field, or of one of its lines. */
  const errorOf = (name: string) =>
    form.fields[name] ?? Object.entries(form.fields).find(([path]) => path.startsWith(`${name}.`))?.[1]
  const text = (name: TextName, more: { hint?: string; type?: string; inputMode?: 'decimal' } = {}) => (
    <TextField
      label={labels[name]()}
      name={name}
      autoComplete="off"
      maxLength={shopLimits.text}
      value={typed[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      error={form.fields[name]}
      {...more}
    />
  )
  const area = (name: 'addressLines' | 'addressLinesTh', label: string) => (
    <TextArea
      label={label}
      name={name}
      rows={3}
      value={typed[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      error={errorOf(name)}
    />
  )
  const count = (name: 'deliveryMinutes' | 'customers', label: string) => (
    <TextField
      label={label}
      hint={m.settings_shop_empty()}
      name={`claims.${name}`}
      inputMode="numeric"
      autoComplete="off"
      value={typed[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      error={form.fields[`claims.${name}`]}
    />
  )

  return (
    <form ref={element} onSubmit={submit} noValidate className="grid max-w-4xl grid-cols-1 gap-4">
      <Part title={m.settings_topic_shop()}>
        <Pair>
          {text('name')}
          {text('nameTh')}
        </Pair>
        <PictureInput
          label={m.settings_shop_logo()}
          hint={m.settings_shop_logo_hint({ megabytes: pictureMegabytes })}
          picture={typed.logo}
          error={form.fields.logo}
          onChange={(logo) => change({ logo })}
          onSending={setIsSending}
        />
        <p className="text-muted">{m.settings_shop_currency({ currency: shop.currency.code })}</p>
      </Part>
      <Part title={m.settings_shop_contact()}>
        <Pair>
          {text('company')}
          {text('companyTh')}
          {area('addressLines', m.settings_shop_address())}
          {area('addressLinesTh', m.settings_shop_address_th())}
          {text('phone', { type: 'tel' })}
          {text('email', { type: 'email' })}
          {text('hours', { hint: m.settings_shop_hours_hint() })}
          {text('hoursTh')}
          {text('deliveryArea')}
          {text('deliveryAreaTh')}
          {text('latitude', { inputMode: 'decimal', hint: m.settings_shop_map_hint() })}
          {text('longitude', { inputMode: 'decimal' })}
        </Pair>
        {text('line', { type: 'url', hint: m.settings_shop_line_hint() })}
      </Part>
      <Part title={m.settings_shop_links()}>
        {social.map(({ name, url }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link is its place
          <div key={at} className="flex flex-wrap items-start gap-3">
            <TextField
              label={m.settings_shop_link_name()}
              name={`social.${at}.name`}
              className="grow basis-32"
              maxLength={shopLimits.text}
              value={name}
              onChange={({ target }) => changeLink(at, { name: target.value })}
              error={form.fields[`social.${at}.name`]}
            />
            <TextField
              label={m.settings_shop_link_url()}
              name={`social.${at}.url`}
              type="url"
              className="grow-[3] basis-48"
              maxLength={shopLimits.text}
              value={url}
              onChange={({ target }) => changeLink(at, { url: target.value })}
              error={form.fields[`social.${at}.url`]}
            />
            <button
              type="button"
              aria-label={m.settings_shop_link_remove({ name: name || String(at + 1) })}
              onClick={() => change({ social: social.filter((_, index) => index !== at) })}
              className="mt-8 grid size-11 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
            >
              <X className="size-5" aria-hidden />
            </button>
          </div>
        ))}
        {social.length < shopLimits.links && (
          <Button
            variant="outline"
            className="justify-self-start"
            onClick={() => change({ social: [...social, { name: '', url: '' }] })}
          >
            {m.settings_shop_link_add()}
          </Button>
        )}
      </Part>
      <Part title={m.settings_shop_claims()}>
        <p className="text-muted">{m.settings_shop_claims_text()}</p>
        <Pair>
          {count('deliveryMinutes', m.settings_shop_claim_minutes())}
          {count('customers', m.settings_shop_claim_customers())}
        </Pair>
        {claimSwitches.map((claim) => (
          <SwitchRow
            key={claim}
            label={claimLabels[claim]()}
            on={claims[claim]}
            onSwitch={(on) => change({ claims: { ...claims, [claim]: on } })}
          />
        ))}
      </Part>
      <LastChange {...saved} />
      {theirs ? (
        <ChangedNote theirs={theirs} onKeep={() => void save(theirs.version)} onTake={() => take(theirs)}>
          <Differences theirs={typedShopOf(theirs)} before={typedShopOf(saved)} />
        </ChangedNote>
      ) : (
        <FormEnd
          form={form}
          save={m.settings_save()}
          isUnsaved={JSON.stringify(typed) !== JSON.stringify(typedShopOf(saved))}
        />
      )}
    </form>
  )
}

/** The texts that a colleague has changed. */
function Differences({ theirs, before }: { theirs: TypedShop; before: TypedShop }) {
  return textFields
    .filter((field) => theirs[field] !== before[field])
    .map((field) => (
      <div key={field} className="contents">
        <dt className="text-muted">{labels[field]()}</dt>
        <dd>{theirs[field] || '–'}</dd>
      </div>
    ))
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid grid-cols-1 gap-5 p-4 sm:p-6">
      <h2 className="font-bold text-2xl">{title}</h2>
      {children}
    </Card>
  )
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">{children}</div>
)
