import type { FormEvent } from 'react'
import { CredentialFields } from '../../accounts/credential-fields.tsx'
import { signedIn } from '../../client/session.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { AccountFrame } from '../../page/account-frame.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { toast } from '../../ui/toast.tsx'
import { sellerApi } from './seller-api.ts'

/** The seller's login. Shoppers' accounts can't log in here. */
export function SellerLogin({ onSignedIn }: { onSignedIn: () => void }) {
  const form = useSubmit()

  async function submit(event: FormEvent<HTMLFormElement>) {
    const reply = await form.sendTyped(event, async (typed) => {
      const answer = await sellerApi.seller.login({ email: typed('email'), password: typed('password') })
      if (answer.success) {
        onSignedIn()
        await signedIn()
      }
      return answer
    })
    if (reply) toast.success(reply.message)
  }

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
