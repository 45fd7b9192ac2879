import { type ReactNode, useState } from 'react'
import { shopLimits } from '../../../contract/settings/shop-limits.ts'
import { reloadShop } from '../../client/reload-shop.ts'
import { useRead } from '../../client/use-read.ts'
import { localName } from '../../messages/local-name.ts'
import { m } from '../../messages/messages.ts'
import { openDaysText } from '../../messages/open-days.ts'
import { shop } from '../../shop.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { rereadProblems } from '../area/shop-problems.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { useSettingsForm } from '../drafts/use-settings-form.ts'
import { TheirValue } from '../form/changed-note.tsx'
import { LastChange } from '../form/last-change.tsx'
import { RemoveButton } from '../form/remove-button.tsx'
import { SettingsEnd } from '../form/settings-end.tsx'
import { SwitchRow } from '../form/switch-row.tsx'
import { PictureInput, pictureMegabytes } from './picture-input.tsx'
import { ReadTopic } from './read-topic.tsx'
import {
  claimSwitches,
  draftOfShop,
  errorsOfShop,
  type SavedShop,
  type ShopDraft,
  shopOfDraft,
  type TextName,
  textFields,
} from './shop-draft.ts'

const labels: Record<TextName, () => string> = {
  name: m.settings_name,
  nameTh: m.settings_name_th,
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
  bestSellers: m.settings_shop_claim_best_sellers,
}

/** The shop's name, logo and contact, and the promises on its screens. */
export function Shop() {
  return (
    <ReadTopic name="shop" call={sellerApi.settings.shop} size="h-160 max-w-4xl">
      {(saved) => <ShopForm read={saved} />}
    </ReadTopic>
  )
}

function ShopForm({ read }: { read: SavedShop }) {
  const [isSending, setIsSending] = useState(false)
  const settings = useSettingsForm(read, {
    name: 'shop',
    draftOf: draftOfShop,
    errorsOf: errorsOfShop,
    save: (draft, seen) => sellerApi.settings.saveShop({ ...shopOfDraft(draft), seen }),
    readNow: () => sellerApi.settings.shop(),
    onSaved: () => {
      rereadProblems()
      return reloadShop()
    },
  })
  const { saved, draft, form, change } = settings
  const part = { draft, change, errors: form.fields }

  return (
    <form
      onSubmit={isSending ? (event) => event.preventDefault() : settings.submit}
      noValidate
      className="grid max-w-4xl grid-cols-1 gap-4"
    >
      <Part title={m.settings_topic_shop()}>
        <Pair>
          <Text name="name" {...part} />
          <Text name="nameTh" {...part} />
        </Pair>
        <PictureInput
          label={m.settings_shop_logo()}
          hint={m.settings_shop_logo_hint({ megabytes: pictureMegabytes })}
          picture={draft.logo}
          error={form.fields.logo}
          onChange={(logo) => change({ logo })}
          onSending={setIsSending}
        />
        <p className="text-muted">{m.settings_shop_currency({ currency: shop.currency.code })}</p>
      </Part>
      <Contact {...part} />
      <Links {...part} />
      <Claims {...part} />
      <LastChange {...saved} />
      <SettingsEnd
        settings={settings}
        save={m.settings_save()}
        waitsFor={isSending ? m.settings_picture_sending() : undefined}
      >
        {(theirs) => <Differences theirs={draftOfShop(theirs)} before={draftOfShop(saved)} />}
      </SettingsEnd>
    </form>
  )
}

type PartProps = { draft: ShopDraft; change: (next: Partial<ShopDraft>) => void; errors: Record<string, string> }

function Contact(part: PartProps) {
  return (
    <Part title={m.settings_shop_contact()}>
      <Pair>
        <Text name="company" {...part} />
        <Text name="companyTh" {...part} />
        <Area name="addressLines" label={m.settings_shop_address()} {...part} />
        <Area name="addressLinesTh" label={m.settings_shop_address_th()} {...part} />
        <Text name="phone" type="tel" {...part} />
        <Text name="email" type="email" {...part} />
        <Text name="hours" hint={hoursHint()} {...part} />
        <Text name="hoursTh" {...part} />
        <Text name="deliveryArea" hint={useZonesHint()} {...part} />
        <Text name="deliveryAreaTh" {...part} />
        <Text name="latitude" inputMode="decimal" hint={m.settings_shop_map_hint()} {...part} />
        <Text name="longitude" inputMode="decimal" {...part} />
      </Pair>
      <Text name="line" type="url" hint={m.settings_shop_line_hint()} {...part} />
    </Part>
  )
}

/** Shows the opening hours, because the words don't follow them. */
function hoursHint(): string {
  const days = (shop.openDays ?? []).map(openDaysText).join('; ')
  return days === '' ? m.settings_shop_hours_hint() : m.settings_shop_hours_set({ hours: days })
}

/** The most zones that the hint names. */
const namedZones = 5

/** Shows the delivery zones, because the words don't follow them. Nothing in a shop without zones. */
function useZonesHint(): string | undefined {
  const read = useRead(shop.hasZones ? 'zones' : undefined, (signal) => sellerApi.delivery.zones(undefined, { signal }))
  const zones = read.data?.zones ?? []
  if (zones.length === 0) return undefined
  const names = zones.slice(0, namedZones).map(localName)
  return m.settings_shop_area_zones({ zones: `${names.join(', ')}${zones.length > namedZones ? ' …' : ''}` })
}

type TextProps = PartProps & { name: TextName; hint?: string; type?: string; inputMode?: 'decimal' }

const Text = ({ name, draft, change, errors, ...more }: TextProps) => (
  <TextField
    label={labels[name]()}
    name={name}
    autoComplete="off"
    maxLength={shopLimits.text}
    value={draft[name]}
    onChange={({ target }) => change({ [name]: target.value })}
    error={errors[name]}
    {...more}
  />
)

type AreaProps = PartProps & { name: 'addressLines' | 'addressLinesTh'; label: string }

const Area = ({ name, label, draft, change, errors }: AreaProps) => (
  <TextArea
    label={label}
    name={name}
    rows={3}
    value={draft[name]}
    onChange={({ target }) => change({ [name]: target.value })}
    // The field's error, or that of one of its lines.
    error={errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1]}
  />
)

function Links({ draft: { social }, change, errors }: PartProps) {
  const changeLink = (index: number, next: Partial<(typeof social)[number]>) =>
    change({ social: social.map((each, other) => (other === index ? { ...each, ...next } : each)) })
  return (
    <Part title={m.settings_shop_links()}>
      {social.map(({ name, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link is its position
        <div key={index} className="flex items-start gap-1 sm:gap-3">
          <div className="grid min-w-0 flex-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]">
            <TextField
              label={m.settings_shop_link_name()}
              name={`social.${index}.name`}
              maxLength={shopLimits.text}
              value={name}
              onChange={({ target }) => changeLink(index, { name: target.value })}
              error={errors[`social.${index}.name`]}
            />
            <TextField
              label={m.settings_shop_link_url()}
              name={`social.${index}.url`}
              type="url"
              maxLength={shopLimits.text}
              value={url}
              onChange={({ target }) => changeLink(index, { url: target.value })}
              error={errors[`social.${index}.url`]}
            />
          </div>
          <RemoveButton
            label={m.settings_shop_link_remove({ name: name || String(index + 1) })}
            onRemove={() => change({ social: social.filter((_, other) => other !== index) })}
            className="mt-8"
          />
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
  )
}

/** The promises on the screens. */
function Claims({ draft, change, errors }: PartProps) {
  const count = (name: 'deliveryMinutes' | 'customers', label: string) => (
    <TextField
      label={label}
      hint={m.settings_shop_empty()}
      name={`claims.${name}`}
      inputMode="numeric"
      autoComplete="off"
      value={draft[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      error={errors[`claims.${name}`]}
    />
  )
  return (
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
          on={draft.claims[claim]}
          onSwitch={(on) => change({ claims: { ...draft.claims, [claim]: on } })}
        />
      ))}
    </Part>
  )
}

/** The texts that a colleague has changed. */
function Differences({ theirs, before }: { theirs: ShopDraft; before: ShopDraft }) {
  return textFields
    .filter((field) => theirs[field] !== before[field])
    .map((field) => (
      <TheirValue key={field} name={labels[field]()}>
        {theirs[field] || '–'}
      </TheirValue>
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
