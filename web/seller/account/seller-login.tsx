import { type FormEvent, useEffect, useState } from 'react'
import type { SecondFactor } from '../../../contract/staff/second-factor.ts'
import { CredentialFields } from '../../accounts/credential-fields.tsx'
import { signedIn } from '../../client/session.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { AccountFrame } from '../../page/account-frame.tsx'
import { useLazy } from '../../page/lazy.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { begunSecondStep, keepSecondStep } from './begun-second-step.ts'

const loadSecondStep = () => import('./second-step.tsx')

/** The seller's login. Shoppers' accounts can't log in here. */
export function SellerLogin({ onSignedIn }: { onSignedIn: () => void }) {
  const form = useSubmit()
  /** The second factors of an account whose password was right. */
  const [factors, setFactors] = useState<readonly SecondFactor[]>()
  const SecondStep = useLazy(loadSecondStep, factors !== undefined, () => setFactors(undefined))
  // A phone may drop the page while its user looks into another app for the code.
  useEffect(() => setFactors(begunSecondStep()), [])
  const begin = (needed: readonly SecondFactor[]) => {
    keepSecondStep(needed)
    setFactors(needed)
  }
  const end = () => keepSecondStep(undefined)

  async function submit(event: FormEvent<HTMLFormElement>) {
    const reply = await form.submit(event, async (value) => {
      const reply = await sellerApi.seller.login({ email: value('email'), password: value('password') })
      if (reply.success) {
        onSignedIn()
        await signedIn()
      } else if (reply.code === 'second_factor_needed') {
        begin(reply.factors ?? [])
        return { success: true, message: '' } as const
      }
      return reply
    })
    if (reply?.message) toast.success(reply.message)
  }

  if (factors && SecondStep)
    return (
      <SecondStep
        factors={factors}
        onSignedIn={() => {
          end()
          onSignedIn()
        }}
        onAgain={() => {
          end()
          setFactors(undefined)
        }}
      />
    )

  return (
    <div className="px-4">
      <AccountFrame title={m.seller_login_title()} text={m.seller_login_text()}>
        <form onSubmit={submit} noValidate className="grid gap-5">
          <CredentialFields form={form} forgot={{ to: '/seller/reset-password' }} />
          <FormMessage>{form.message}</FormMessage>
          <div className="grid gap-3 sm:grid-cols-2">
            <Button type="submit" pending={form.slow} aria-disabled={form.pending}>
              {m.account_login()}
            </Button>
            <ButtonLink to="/" variant="outline">
              {m.seller_home()}
            </ButtonLink>
          </div>
        </form>
        <p className="mt-5 text-muted text-sm">{m.seller_login_lost()}</p>
      </AccountFrame>
    </div>
  )
}
