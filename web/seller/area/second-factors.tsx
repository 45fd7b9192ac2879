import { type ReactNode, useEffect, useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { CodeBoxes } from '../../accounts/code-boxes.tsx'
import { useCodeEntry } from '../../accounts/use-code-entry.ts'
import { codeOf } from '../../checkout/payment-picture.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useConfirmed } from './confirmed.tsx'
import { makePasskey } from './passkeys.ts'
import { ReadResult } from './read-result.tsx'
import { sellerApi } from './seller-api.ts'
import { withSessionEnd } from './session-end.ts'

type Asked =
  | { what: 'app'; secret: string; uri: string }
  | { what: 'app off' | 'recovery' | 'passkey' }
  | { what: 'passkey off'; id: string; name: string }

/**
 * The signed-in seller's second factors, and what sets them up and removes them. `onSetUp` is called after one was set up and
 * the recovery codes are stored.
 */
export function SecondFactors({ heading = 'h3', onSetUp }: { heading?: 'h2' | 'h3'; onSetUp?: () => void }) {
  const read = useRead('second factors', async (signal) =>
    withSessionEnd(await sellerApi.staff.factors(undefined, { signal })),
  )
  const form = useSubmit()
  const confirmed = useConfirmed()
  const [asked, setAsked] = useState<Asked>()
  /** New recovery codes, until their owner says that they are stored. */
  const [codes, setCodes] = useState<readonly string[]>()

  async function setUpApp() {
    const reply = await form.send(() => confirmed.call(() => sellerApi.staff.beginApp()))
    if (reply) setAsked({ what: 'app', secret: reply.secret, uri: reply.uri })
  }
  function changed(message: string, recoveryCodes?: readonly string[]) {
    toast.success(message)
    setAsked(undefined)
    setCodes(recoveryCodes)
    read.again()
    if (!recoveryCodes) onSetUp?.()
  }
  function stored() {
    setCodes(undefined)
    onSetUp?.()
  }
  const close = () => setAsked(undefined)

  if (codes) return <NewCodes heading={heading} codes={codes} onStored={stored} />
  return (
    <>
      <ReadResult
        read={read}
        failedTitle={m.staff_factor_failed()}
        heading={heading}
        skeleton={<Skeleton className="h-40 w-full rounded-card" />}
      >
        {({ app, passkeys, passkeyDomain, recoveryCodesLeft }) => (
          <Card className="grid gap-5 p-4 sm:p-6">
            <p className="text-muted">{m.staff_factor_text()}</p>
            <Row heading={heading} title={m.staff_factor_app()} text={m.staff_factor_app_text()} on={app}>
              {app ? (
                <Button
                  variant="outline"
                  aria-label={m.staff_factor_turn_off_app()}
                  onClick={() => setAsked({ what: 'app off' })}
                >
                  {m.staff_factor_turn_off()}
                </Button>
              ) : (
                <Button
                  aria-label={m.staff_factor_set_up_app()}
                  onClick={setUpApp}
                  pending={form.slow}
                  aria-disabled={form.pending || undefined}
                >
                  {m.staff_factor_set_up()}
                </Button>
              )}
            </Row>
            {passkeyDomain !== null && (
              <Row heading={heading} title={m.staff_passkeys()} text={m.staff_passkeys_text()} on={passkeys.length > 0}>
                {isOn(passkeyDomain) ? (
                  <Button variant={app ? 'outline' : 'primary'} onClick={() => setAsked({ what: 'passkey' })}>
                    {m.staff_passkey_add()}
                  </Button>
                ) : (
                  <p className="text-muted text-sm">{m.staff_passkeys_elsewhere({ domain: passkeyDomain })}</p>
                )}
              </Row>
            )}
            {passkeys.length > 0 && (
              <ul aria-label={m.staff_passkeys()} className="grid gap-3">
                {passkeys.map(({ id, name, addedAt, usedAt }) => (
                  <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 ps-4">
                    <div className="min-w-0">
                      <p className="wrap-anywhere font-medium">{name}</p>
                      <p className="text-muted text-sm">
                        {usedAt
                          ? m.staff_passkey_times({ from: formatMoment(addedAt), used: formatMoment(usedAt) })
                          : m.staff_passkey_unused({ from: formatMoment(addedAt) })}
                      </p>
                    </div>
                    <Button
                      variant="outline"
                      aria-label={m.staff_passkey_remove_of({ name })}
                      onClick={() => setAsked({ what: 'passkey off', id, name })}
                    >
                      {m.staff_passkey_remove()}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {(app || passkeys.length > 0) && (
              <Row
                heading={heading}
                title={m.staff_factor_recovery()}
                text={m.staff_factor_recovery_left({ count: recoveryCodesLeft })}
                warns={recoveryCodesLeft < 3}
              >
                <Button variant="outline" onClick={() => setAsked({ what: 'recovery' })}>
                  {m.staff_factor_recovery_new()}
                </Button>
              </Row>
            )}
          </Card>
        )}
      </ReadResult>
      {asked?.what === 'app' && <AppDialog {...asked} onClose={close} onDone={changed} call={confirmed.call} />}
      {asked?.what === 'app off' && (
        <SureDialog
          title={m.staff_factor_turn_off_app()}
          text={m.staff_factor_turn_off_text()}
          action={m.staff_factor_turn_off()}
          onClose={close}
          make={() => confirmed.call(() => sellerApi.staff.removeApp())}
          onDone={({ message }) => changed(message)}
        />
      )}
      {asked?.what === 'passkey' && <PasskeyDialog onClose={close} onDone={changed} call={confirmed.call} />}
      {asked?.what === 'passkey off' && (
        <SureDialog
          title={m.staff_passkey_remove_of({ name: asked.name })}
          text={m.staff_passkey_remove_text()}
          action={m.staff_passkey_remove()}
          onClose={close}
          make={() => confirmed.call(() => sellerApi.staff.removePasskey({ id: asked.id }))}
          onDone={({ message }) => changed(message)}
        />
      )}
      {asked?.what === 'recovery' && (
        <SureDialog
          title={m.staff_factor_recovery()}
          text={m.staff_factor_recovery_new_text()}
          action={m.staff_factor_recovery_new()}
          onClose={close}
          make={() => confirmed.call(() => sellerApi.staff.recoveryCodes())}
          onDone={({ message, recoveryCodes }) => changed(message, recoveryCodes)}
        />
      )}
      {confirmed.dialog}
    </>
  )
}

type RowProps = {
  heading: 'h2' | 'h3'
  title: string
  text: string
  on?: boolean
  warns?: boolean
  children: ReactNode
}

function Row({ heading: Heading, title, text, on, warns = false, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
      <div className="min-w-0 grow basis-60">
        <Heading className="flex flex-wrap items-center gap-2 font-semibold">
          {title}
          {on !== undefined && (
            <Badge variant={on ? 'leaf' : 'plain'}>{on ? m.staff_factor_on() : m.staff_factor_off()}</Badge>
          )}
        </Heading>
        <p className={`text-sm ${warns ? 'text-tomato' : 'text-muted'}`}>{text}</p>
      </div>
      {children}
    </div>
  )
}

type AppDialogProps = {
  secret: string
  uri: string
  onClose: () => void
  onDone: (message: string, recoveryCodes?: readonly string[]) => void
  call: ReturnType<typeof useConfirmed>['call']
}

/** The QR code for the app, the same as a key to type, and the first code of the app, which shows that it works. */
function AppDialog({ secret, uri, onClose, onDone, call }: AppDialogProps) {
  const form = useSubmit({ toasts: false })
  const entry = useCodeEntry(
    form,
    async (otp) => {
      const answer = await call(() => sellerApi.staff.finishApp({ otp }))
      if (answer.success) onDone(answer.message, answer.recoveryCodes)
      return answer
    },
    () => {},
  )
  return (
    <Dialog open onClose={onClose} title={m.staff_factor_set_up_app()}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void entry.submit(entry.code)
        }}
      >
        <p>{m.staff_factor_scan()}</p>
        <QrCode text={uri} />
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
function PasskeyDialog({ onClose, onDone, call }: PasskeyDialogProps) {
  const form = useSubmit({ toasts: false })
  return (
    <Dialog open onClose={onClose} title={m.staff_passkey_add()}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={async (event) => {
          const reply = await form.sendTyped(event, async (typed) => {
            const begun = await call(() => sellerApi.staff.beginPasskey())
            if (!begun.success) return begun
            const made = await makePasskey(begun.options)
            if (!made.success) return made
            return call(() => sellerApi.staff.addPasskey({ ...made.answer, name: typed('name') }))
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

/** Returns whether this page is on the domain of the passkeys, in a browser that knows them. */
const isOn = (domain: string) => window.location.hostname === domain && 'PublicKeyCredential' in window

function QrCode({ text }: { text: string }) {
  const { size, bars } = codeOf(text)
  return (
    // Scanners need black on white: neither dark mode nor a theme of the system may change it.
    <svg
      role="img"
      aria-label={m.staff_factor_code_picture()}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-60 rounded-tile border border-line [color-scheme:only_light] [forced-color-adjust:none]"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={bars.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')} fill="#000000" />
    </svg>
  )
}

type SureProps<A> = {
  title: string
  text: string
  action: string
  onClose: () => void
  make: () => Promise<A>
  onDone: (reply: Extract<A, { success: true }>) => void
}

/** Asks before a second factor is changed. */
function SureDialog<A extends { success: true } | { success: false; message: string }>(props: SureProps<A>) {
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

type NewCodesProps = { heading: 'h2' | 'h3'; codes: readonly string[]; onStored: () => void }

/** New recovery codes, on the screen itself until their owner says that they are stored: they can't be shown again. */
function NewCodes({ heading: Heading, codes, onStored }: NewCodesProps) {
  const [copied, setCopied] = useState<'copied' | 'failed'>()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied('copied'),
      () => setCopied('failed'),
    )
  return (
    <Card className="p-4 sm:p-6">
      <Heading ref={title} tabIndex={-1} className="mb-2 font-semibold text-lg outline-none">
        {m.staff_factor_recovery()}
      </Heading>
      <p>{m.staff_factor_recovery_keep()}</p>
      <ul className="my-4 grid max-w-md grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-x-6 gap-y-1 rounded-tile bg-sunken px-4 py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status" className="mb-3 text-muted text-sm empty:hidden">
        {copied === 'copied' && m.staff_factor_copied()}
        {copied === 'failed' && m.staff_factor_copy_failed()}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="soft" onClick={copy}>
          {m.staff_factor_copy()}
        </Button>
        <Button onClick={onStored}>{m.staff_factor_stored()}</Button>
      </div>
    </Card>
  )
}
