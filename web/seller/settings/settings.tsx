import type { MetaFunction } from 'react-router'
import { useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { shop } from '../../shop.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReadResult } from '../area/read-result.tsx'
import { sellerApi } from '../area/seller-api.ts'
import { withSessionEnd } from '../area/session-end.ts'
import { PromptPayForm } from './promptpay-form.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.settings_title(), '/seller/settings', page)

/** What the owner of the shop decides. */
export default function SettingsScreen() {
  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-4">
        {m.settings_title()}
      </h1>
      {shop.currency.code === 'THB' ? (
        <PromptPay />
      ) : (
        <EmptyState heading="h2" title={m.settings_promptpay()}>
          {m.settings_only_baht()}
        </EmptyState>
      )}
    </>
  )
}

function PromptPay() {
  const read = useRead('promptpay', async (signal) =>
    withSessionEnd(await sellerApi.settings.promptPay(undefined, { signal })),
  )
  return (
    <ReadResult
      read={read}
      heading="h2"
      failedTitle={m.settings_failed()}
      skeleton={
        <div role="status">
          <span className="sr-only">{m.settings_loading()}</span>
          <Skeleton className="h-160 w-full max-w-5xl rounded-card" />
        </div>
      }
    >
      {(saved) => <PromptPayForm saved={saved} />}
    </ReadResult>
  )
}
