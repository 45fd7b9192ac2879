import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { canTakePromptPay } from '../../../contract/payments/payment-methods.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { sellerApi } from '../client/seller-api.ts'
import { UnsavedGuard } from '../drafts/unsaved.tsx'
import { Categories } from './categories.tsx'
import { PromptPayForm } from './promptpay-form.tsx'
import { ReadTopic } from './read-topic.tsx'
import { Shop } from './shop-form.tsx'
import { Tax } from './tax-form.tsx'

const topics = [
  { id: 'shop', label: m.settings_topic_shop, Section: Shop },
  { id: 'categories', label: m.settings_topic_categories, Section: Categories },
  { id: 'tax', label: m.settings_topic_tax, Section: Tax },
  { id: 'promptpay', label: m.settings_promptpay, Section: PromptPay, isOffered: canTakePromptPay },
]

/** The settings of the shop, a section for each topic. The address names the one that is shown. */
export default function SettingsSections() {
  const [search] = useSearchParams()
  const offered = topics.filter(({ isOffered }) => !isOffered || isOffered(shop))
  const shown = offered.find(({ id }) => id === search.get('topic')) ?? offered[0]
  const [opened, setOpened] = useState<string[]>([])
  if (shown && !opened.includes(shown.id)) setOpened([...opened, shown.id])
  return (
    <>
      <nav aria-label={m.settings_topics()} className="mb-5">
        <ul className="flex flex-wrap gap-2">
          {offered.map(({ id, label }) => (
            <li key={id}>
              <Link
                to={`?topic=${id}`}
                replace
                preventScrollReset
                aria-current={id === shown?.id ? 'page' : undefined}
                className="inline-flex min-h-11 items-center rounded-full border border-edge bg-surface px-5 font-medium hover:border-leaf aria-[current=page]:border-leaf aria-[current=page]:bg-leaf-soft aria-[current=page]:text-leaf-deep"
              >
                {label()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {/* An opened topic keeps its typed text. */}
      {offered
        .filter(({ id }) => opened.includes(id))
        .map(({ id, Section }) => (
          <div key={id} hidden={id !== shown?.id}>
            <Section />
          </div>
        ))}
      <UnsavedGuard />
    </>
  )
}

function PromptPay() {
  return (
    <ReadTopic name="promptpay" call={sellerApi.settings.promptPay} size="h-160 max-w-5xl">
      {(saved) => <PromptPayForm read={saved} />}
    </ReadTopic>
  )
}
