import { type ReactNode, useEffect, useState } from 'react'
import { telHref } from '../../contract/values/tel-href.ts'
import { api } from '../client/api.ts'
import { useRead } from '../client/use-read.ts'
import { getLocale, m } from '../messages/messages.ts'
import { shopName } from '../messages/shop-name.ts'
import { originOf, pageMeta } from '../page/page-meta.ts'
import { shop } from '../shop.ts'
import { shopToday } from '../shop-clock.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Clock, ExternalLink, icon, MapPin, Phone } from '../ui/icons.tsx'
import type { Route } from './+types/contact.ts'
import { directionsUrl, mapProbeUrl, mapUrl } from './map.ts'
import { closedDaysTexts, openingLines } from './opening-lines.ts'

const Mail = icon('mail')
const MessageCircle = icon('message-circle')
const Navigation = icon('navigation')

export function meta({ location, matches }: Route.MetaArgs) {
  return pageMeta({
    title: m.contact_page_title({ shop: shopName() }),
    description: m.contact_description({ shop: shopName() }),
    path: '/contact',
    search: location.search,
    origin: originOf(matches),
  })
}

const linkLook = 'inline-flex min-h-11 min-w-0 items-center text-leaf-deep underline underline-offset-4'

export default function ContactScreen() {
  const { company, companyTh, addressLines, addressLinesTh, phone, email, line, map } = shop.contact
  const hidden = shop.hiddenSamples
  const shows = (field: (typeof hidden)[number]) => !hidden.includes(field)
  const thai = getLocale() === 'th'
  const opening = openingLines(shop)
  const facts = useRead('facts', (signal) => api.shop.facts(undefined, { signal })).data
  const owner = shows('company') && ((thai ? companyTh : undefined) ?? company)
  const lines = shows('address') ? (thai ? addressLinesTh : addressLines) : []
  const isSilent = !shows('phone') && !shows('email') && !line && lines.length === 0 && !owner && opening.length === 0
  return (
    <div className="pt-8 pb-16 md:pt-12">
      <h1 className="display-1">{m.contact_title()}</h1>
      <p className="mt-1 text-lg text-muted">{isSilent ? m.contact_none() : m.contact_text()}</p>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5 md:mt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        {!isSilent && (
          <Card className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 p-5 md:p-8">
            {(owner || lines.length > 0) && (
              <Row icon={<MapPin className="size-6" aria-hidden />} title={m.contact_address()}>
                <address className="not-italic">
                  {owner && (
                    <span lang={thai && companyTh ? 'th' : 'en'} className="font-medium">
                      {owner}
                    </span>
                  )}
                  {lines.map((each) => (
                    <span key={each} className="block">
                      {each}
                    </span>
                  ))}
                </address>
              </Row>
            )}
            {opening.length > 0 && (
              <Row icon={<Clock className="size-6" aria-hidden />} title={m.contact_hours()}>
                {opening.map((text) => (
                  <p key={text} className="figures">
                    {text}
                  </p>
                ))}
                {facts?.closedDays &&
                  closedDaysTexts(facts.closedDays, shopToday()).map((text) => (
                    <p key={text} className="font-medium">
                      {text}
                    </p>
                  ))}
              </Row>
            )}
            {shows('phone') && (
              <Row icon={<Phone className="size-6" aria-hidden />} title={m.contact_phone()}>
                <a href={telHref(phone)} className={`figures ${linkLook}`}>
                  {phone}
                </a>
              </Row>
            )}
            {shows('email') && (
              <Row icon={<Mail className="size-6" aria-hidden />} title={m.contact_email()}>
                <a href={`mailto:${email}`} className={`break-all ${linkLook}`}>
                  {email}
                </a>
              </Row>
            )}
            {line && (
              <Row icon={<MessageCircle className="size-6" aria-hidden />} title="LINE">
                <a href={line} rel="noopener" className={linkLook}>
                  {m.contact_line()}
                </a>
              </Row>
            )}
          </Card>
        )}
        {shows('map') && (
          <Card className="overflow-hidden">
            <ShopMap company={owner || shopName()} />
            <div className="flex flex-wrap items-center justify-between gap-3 p-4">
              <p className="figures text-muted text-sm">
                {map.latitude.toFixed(4)}, {map.longitude.toFixed(4)}
              </p>
              <a
                href={directionsUrl(map)}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClasses('primary')}
              >
                <Navigation className="size-5 shrink-0" aria-hidden />
                {m.contact_directions()}
                <ExternalLink className="size-4 shrink-0" aria-hidden />
                <span className="sr-only">({m.contact_new_tab()})</span>
              </a>
            </div>
          </Card>
        )}
      </div>
      <Help takesPromptPay={facts?.promptPay === true} />
    </div>
  )
}

/** Frequent questions. The footer's links lead to each of them. */
function Help({ takesPromptPay }: { takesPromptPay: boolean }) {
  const { deliveryMinutes } = shop.claims
  const area = getLocale() === 'th' ? shop.deliveryAreaTh : shop.deliveryArea
  return (
    <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 md:mt-14 lg:grid-cols-3">
      <Answer id="delivery" title={m.contact_delivery()}>
        <p>
          {shop.hasZones ? m.contact_delivery_zones() : m.contact_delivery_area({ area })}{' '}
          {deliveryMinutes !== null && m.contact_delivery_minutes({ minutes: deliveryMinutes })}
        </p>
        <p>{takesPromptPay ? m.contact_delivery_pay_promptpay() : m.contact_delivery_pay()}</p>
        {takesPromptPay && <p>{m.contact_promptpay()}</p>}
      </Answer>
      <Answer id="wrong" title={m.contact_wrong()}>
        <p>{m.contact_wrong_text()}</p>
      </Answer>
      <Answer id="privacy" title={m.contact_privacy()}>
        <p>{m.contact_privacy_kept()}</p>
        <p>{m.contact_privacy_cookies()}</p>
        <p>{m.contact_privacy_delete()}</p>
      </Answer>
    </div>
  )
}

function Answer({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
      <h2 id={`${id}-title`} className="font-semibold text-xl">
        {title}
      </h2>
      <div className="mt-2 grid gap-2 text-muted">{children}</div>
    </section>
  )
}

function Row({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-4">
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-leaf-soft text-leaf-deep">{icon}</span>
      <div className="min-w-0 grow basis-40">
        <h2 className="font-semibold">{title}</h2>
        {children}
      </div>
    </div>
  )
}

/** The timeout in milliseconds of the request to the map's server. */
const probeTimeout = 6000

/**
 * A drawing until the visitor asks for the map: only then is anything loaded from another server. The drawing stays if
 * the map's server can't be reached, because a frame would show the browser's error page, without an error event.
 */
function ShopMap({ company }: { company: string }) {
  const [state, setState] = useState<'drawn' | 'asking' | 'shown' | 'away'>('drawn')

  useEffect(() => {
    if (state !== 'asking') return
    const probe = new Image()
    probe.referrerPolicy = 'no-referrer'
    const timer = setTimeout(() => setState('away'), probeTimeout)
    probe.onload = () => setState('shown')
    probe.onerror = () => setState('away')
    probe.src = mapProbeUrl
    return () => {
      clearTimeout(timer)
      probe.onload = null
      probe.onerror = null
    }
  }, [state])

  return (
    <section aria-label={m.contact_map()} className="relative isolate h-80 overflow-hidden bg-vegetables md:h-104">
      <Streets />
      {state === 'shown' ? (
        <iframe
          src={mapUrl(shop.contact.map)}
          title={m.contact_map_title({ company })}
          referrerPolicy="no-referrer"
          className="size-full border-0"
        />
      ) : (
        <div className="absolute inset-0 grid content-center justify-items-center gap-3 px-6 text-center">
          <span className="grid size-16 place-items-center rounded-full bg-plate-leaf text-white shadow-float">
            <MapPin className="size-8" aria-hidden />
          </span>
          <Button onClick={() => setState('asking')} pending={state === 'asking'} variant="plate-light">
            {m.contact_map_show()}
          </Button>
          <p role="status" className="max-w-[36ch] rounded-tile bg-[#ffffffcc] px-3 py-1 text-plate-ink text-sm">
            {state === 'away' ? m.contact_map_away() : m.contact_map_source()}
          </p>
        </div>
      )}
    </section>
  )
}

function Streets() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 600 400"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 -z-2 size-full"
    >
      <path d="M-20 330 C120 280 180 380 320 330 S520 250 640 300 V420 H-20Z" fill="#cfe6f2" />
      <g fill="#d3e8c6">
        <rect x="40" y="40" width="120" height="90" rx="14" />
        <rect x="420" y="150" width="110" height="80" rx="14" />
      </g>
      <g stroke="#ffffff" strokeLinecap="round" fill="none">
        <path d="M-20 190 L620 120" strokeWidth="18" />
        <path d="M210 -20 L260 420" strokeWidth="14" />
        <path d="M390 -20 L400 420" strokeWidth="10" />
        <path d="M-20 60 L620 40 M-20 270 L620 250 M80 -20 L110 420 M540 -20 L560 420" strokeWidth="6" />
      </g>
    </svg>
  )
}
