import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { SecondFactor } from '../../../contract/staff/second-factor.ts'
import { CodeBoxes } from '../../accounts/code-boxes.tsx'
import { useCodeEntry } from '../../accounts/use-code-entry.ts'
import { signedIn } from '../../client/session.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { AccountFrame } from '../../page/account-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { provePasskey } from './passkeys.ts'

type SecondStepProps = {
  /** The second factors that the account has. */
  factors: readonly SecondFactor[]
  onSignedIn: () => void
  /** Back to the password. */
  onAgain: () => void
}

/** The second step of a login whose password was right. */
export default function SecondStep({ factors, onSignedIn, onAgain }: SecondStepProps) {
  const ways: Way[] = [...(['passkey', 'app'] as const).filter((way) => factors.includes(way)), 'recovery']
  const [way, setWay] = useState(ways[0] ?? 'recovery')

  async function enter<A extends SecondStepReply>(reply: A): Promise<A> {
    if (reply.success) {
      onSignedIn()
      await signedIn()
      toast.success(reply.message)
    }
    return reply
  }
  const finish = async (otp: string) => enter(await sellerApi.seller.secondStep({ otp }))

  return (
    <div className="px-4">
      <AccountFrame title={m.staff_step_title()} text={texts[way]()}>
        <div className="grid gap-5">
          {way === 'passkey' && <Passkey enter={enter} />}
          {way === 'app' && <AppCode finish={finish} />}
          {way === 'recovery' && <RecoveryCode finish={finish} />}
          <div className="grid gap-3 sm:grid-cols-2">
            {ways
              .filter((other) => other !== way)
              .map((other) => (
                <Button key={other} variant="soft" onClick={() => setWay(other)}>
                  {names[other]()}
                </Button>
              ))}
            <Button variant="outline" onClick={onAgain}>
              {m.staff_step_again()}
            </Button>
          </div>
        </div>
        <p className="mt-5 text-muted text-sm">{m.staff_step_lost()}</p>
      </AccountFrame>
    </div>
  )
}

type Way = SecondFactor | 'recovery'
const texts: Record<Way, () => string> = {
  passkey: m.staff_step_passkey_text,
  app: m.staff_step_text,
  recovery: m.staff_step_recovery_text,
}
const names: Record<Way, () => string> = {
  passkey: m.staff_step_use_passkey,
  app: m.staff_step_use_app,
  recovery: m.staff_step_use_recovery,
}

type SecondStepReply = { success: true; message: string } | { success: false; message: string }
type Finish = (otp: string) => Promise<SecondStepReply>

function Passkey({ enter }: { enter: (reply: SecondStepReply) => Promise<SecondStepReply> }) {
  const form = useSubmit({ toasts: false })
  const use = () =>
    form.send(async () => {
      const begun = await sellerApi.seller.passkeyOptions()
      if (!begun.success) return begun
      const assertion = await provePasskey(begun.options)
      return assertion.success ? enter(await sellerApi.seller.passkeyStep(assertion.response)) : assertion
    })
  return (
    <>
      <FormMessage>{form.message}</FormMessage>
      <Button onClick={use} pending={form.slow} aria-disabled={form.pending || undefined}>
        {m.staff_step_use_passkey()}
      </Button>
    </>
  )
}

function AppCode({ finish }: { finish: Finish }) {
  const form = useSubmit({ toasts: false })
  const entry = useCodeEntry(form, finish, () => {})
  return (
    <form noValidate className="grid gap-5" onSubmit={entry.submit}>
      <CodeBoxes {...entry.boxes} />
      <FormMessage>{form.fields.otp ? undefined : form.message}</FormMessage>
      <Button type="submit" pending={form.slow} aria-disabled={form.pending || undefined}>
        {m.account_login()}
      </Button>
    </form>
  )
}

function RecoveryCode({ finish }: { finish: Finish }) {
  const form = useSubmit({ toasts: false })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const submit = (event: FormEvent<HTMLFormElement>) => void form.submit(event, (value) => finish(value('otp')))
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <TextField
        ref={field}
        name="otp"
        label={m.staff_step_recovery_code()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={form.fields.otp}
        onInput={() => form.clear('otp')}
        required
      />
      <FormMessage>{form.fields.otp ? undefined : form.message}</FormMessage>
      <Button type="submit" pending={form.slow} aria-disabled={form.pending || undefined}>
        {m.account_login()}
      </Button>
    </form>
  )
}
