import { useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReadResult } from '../area/read-result.tsx'
import { sellerApi } from '../area/seller-api.ts'
import { withSessionEnd } from '../area/session-end.ts'
import { PromptPayForm } from './promptpay-form.tsx'

/** The settings of the shop, one section each. */
export default function Sections() {
  return shop.currency.code === 'THB' ? (
    <PromptPay />
  ) : (
    <EmptyState heading="h2" title={m.settings_promptpay()}>
      {m.settings_only_baht()}
    </EmptyState>
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
