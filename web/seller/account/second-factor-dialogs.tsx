import { limits } from '../../../contract/values/limits.ts'
import { CodeBoxes } from '../../accounts/code-boxes.tsx'
import { useCodeEntry } from '../../accounts/use-code-entry.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { codeOf, QrCode } from '../../ui/qr-code.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sellerApi } from '../client/seller-api.ts'
import type { useConfirmed } from './confirmed.tsx'
import { makePasskey } from './passkeys.ts'

type AppDialogProps = {
  secret: string
  uri: string
  onClose: () => void
  onDone: (message: string, recoveryCodes?: readonly string[]) => void
  call: ReturnType<typeof useConfirmed>['call']
}

/** The QR code for the app, the same as a key to type, and the first code of the app, which shows that it works. */
export function AppDialog({ secret, uri, onClose, onDone, call }: AppDialogProps) {
  const form = useSubmit({ toasts: false })
  const entry = useCodeEntry(
    form,
    async (otp) => {
      const reply = await call(() => sellerApi.staff.finishApp({ otp }))
      if (reply.success) onDone(reply.message, reply.recoveryCodes)
      return reply
    },
    () => {},
  )
  return (
    <Dialog open onClose={onClose} title={m.staff_factor_set_up_app()}>
      <form noValidate className="grid gap-4" onSubmit={entry.submit}>
        <p>{m.staff_factor_scan()}</p>
        <QrCode code={codeOf(uri)} label={m.staff_factor_code_picture()} className="mx-auto max-w-60" />
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-medium text-leaf">
            {m.staff_factor_by_hand()}
          </summary>
          <div className="grid gap-2 pt-1">
            <a href={uri} className={buttonClasses('soft')}>
              {m.staff_factor_open_app()}
            </a>
            <p>{m.staff_factor_key()}</p>
            <p className="wrap-anywhere rounded-tile bg-sunken px-3 py-2 font-mono">
              {secret.match(/.{1,4}/g)?.join(' ')}
            </p>
          </div>
        </details>
        <p>{m.staff_factor_type()}</p>
        <CodeBoxes {...entry.boxes} />
        <FormMessage>{form.fields.otp ? undefined : form.message}</FormMessage>
        <Button type="submit" pending={form.slow} aria-disabled={form.pending || undefined}>
          {m.staff_factor_turn_on()}
        </Button>
      </form>
    </Dialog>
  )
}

type PasskeyDialogProps = Pick<AppDialogProps, 'onClose' | 'onDone' | 'call'>

/** Asks for the name of a device, and the device for a passkey. */
export function PasskeyDialog({ onClose, onDone, call }: PasskeyDialogProps) {
  const form = useSubmit({ toasts: false })
  return (
    <Dialog open onClose={onClose} title={m.staff_passkey_add()}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={async (event) => {
          const reply = await form.submit(event, async (value) => {
            const begun = await call(() => sellerApi.staff.beginPasskey())
            if (!begun.success) return begun
            const made = await makePasskey(begun.options)
            if (!made.success) return made
            return call(() => sellerApi.staff.addPasskey({ ...made.response, name: value('name') }))
          })
          if (reply) onDone(reply.message, reply.recoveryCodes)
        }}
      >
        <TextField
          name="name"
          label={m.staff_passkey_name()}
          hint={m.staff_passkey_name_hint()}
          autoComplete="off"
          maxLength={limits.name}
          error={form.fields.name}
          onInput={() => form.clear('name')}
          required
        />
        <FormMessage>{form.fields.name ? undefined : form.message}</FormMessage>
        <Button type="submit" pending={form.slow} aria-disabled={form.pending || undefined}>
          {m.staff_factor_continue()}
        </Button>
      </form>
    </Dialog>
  )
}

type ChangeFactorProps<A> = {
  title: string
  text: string
  action: string
  onClose: () => void
  make: () => Promise<A>
  onDone: (reply: Extract<A, { success: true }>) => void
}

/** Asks before a second factor is changed. */
export function ChangeFactorDialog<A extends { success: true } | { success: false; message: string }>(
  props: ChangeFactorProps<A>,
) {
  const { title, text, action, onClose, make, onDone } = props
  const form = useSubmit({ toasts: false })
  return (
    <Dialog open onClose={onClose} title={title}>
      <p>{text}</p>
      <FormMessage>{form.message}</FormMessage>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button variant="outline" onClick={onClose}>
          {m.staff_factor_keep()}
        </Button>
        <Button
          onClick={async () => {
            const reply = await form.send(make)
            if (reply) onDone(reply)
          }}
          pending={form.slow}
          aria-disabled={form.pending || undefined}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
