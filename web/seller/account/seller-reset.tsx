import { type MetaFunction, useNavigate } from 'react-router'
import { ResetSteps } from '../../accounts/reset-steps.tsx'
import { refreshSession, tellOtherTabs } from '../../client/session.ts'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { sellerApi } from '../client/seller-api.ts'
import { AreaHeader } from '../ui/area-header.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.account_reset_title(), '/seller/reset-password', page)

export const handle = { bleed: true }

/** Resets a seller's password by a mailed code. */
export default function SellerResetScreen() {
  const navigate = useNavigate()
  return (
    <>
      <AreaHeader />
      <div className="px-4">
        <ResetSteps
          calls={sellerApi.seller}
          storageKey="talad.seller-reset"
          waiting={false}
          emailText={m.seller_reset_email_text()}
          onReset={async (email) => {
            tellOtherTabs()
            await refreshSession({ fresh: true })
            navigate('/seller', { state: { email } })
          }}
        />
      </div>
    </>
  )
}
