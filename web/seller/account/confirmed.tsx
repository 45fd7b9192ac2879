import { type ReactNode, useRef, useState } from 'react'
import { useSession } from '../../client/session.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { sellerApi } from '../client/seller-api.ts'

type ConfirmedReply = { success: true } | { success: false; status: number; code: string; message: string }

/**
 * Makes calls that need a recently typed password: `call` repeats a call that was refused for want of one after
 * `dialog` has asked for it. If the dialog is closed, the refusal stays the reply.
 */
export function useConfirmed(): {
  call: <R extends ConfirmedReply>(make: () => Promise<R>) => Promise<R>
  dialog: ReactNode
} {
  const [confirming, setConfirming] = useState(false)
  const answered = useRef<(confirmed: boolean) => void>(undefined)

  async function call<R extends ConfirmedReply>(make: () => Promise<R>): Promise<R> {
    const first = await make()
    if (first.success || first.code !== 'confirm_password') return first
    setConfirming(true)
    const confirmed = await new Promise<boolean>((resolve) => {
      answered.current = resolve
    })
    return confirmed ? make() : first
  }

  function close(confirmed: boolean) {
    setConfirming(false)
    answered.current?.(confirmed)
  }

  return { call, dialog: confirming && <PasswordDialog onClose={close} /> }
}

function PasswordDialog({ onClose }: { onClose: (confirmed: boolean) => void }) {
  const form = useSubmit({ toasts: false })
  const field = useRef<HTMLInputElement>(null)
  const { sellerEmail } = useSession()
  return (
    <Dialog open onClose={() => onClose(false)} title={m.staff_factor_password_title()} initialFocus={field}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={async (event) => {
          const reply = await form.submit(event, (value) =>
            sellerApi.staff.confirmPassword({ password: value('password') }),
          )
          if (reply) onClose(true)
        }}
      >
        <p>{m.staff_factor_password_text()}</p>
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={sellerEmail ?? ''} readOnly hidden />
        <PasswordField
          ref={field}
          name="password"
          label={m.account_password()}
          autoComplete="current-password"
          error={form.fields.password}
          onInput={() => form.clear('password')}
          required
        />
        <FormMessage>{form.fields.password ? undefined : form.message}</FormMessage>
        <Button type="submit" pending={form.slow} aria-disabled={form.pending || undefined}>
          {m.staff_factor_continue()}
        </Button>
      </form>
    </Dialog>
  )
}
