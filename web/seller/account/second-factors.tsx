import { type ComponentProps, type ReactNode, useState } from 'react'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { ReadResult } from '../ui/read-result.tsx'
import { useConfirmed } from './confirmed.tsx'
import { NewRecoveryCodes } from './new-recovery-codes.tsx'
import { AppDialog, ChangeFactorDialog, PasskeyDialog } from './second-factor-dialogs.tsx'

type FactorQuestion =
  | { what: 'app'; secret: string; uri: string }
  | { what: 'app off' | 'recovery' | 'passkey' }
  | { what: 'passkey off'; id: string; name: string }

/**
 * The signed-in seller's second factors, and what sets them up and removes them. `onSetUp` is called after one was set
 * up and the recovery codes are stored.
 */
export function SecondFactors({ heading = 'h3', onSetUp }: { heading?: 'h2' | 'h3'; onSetUp?: () => void }) {
  const read = useRead('second factors', (signal) => sellerApi.staff.factors(undefined, { signal }))
  const form = useSubmit()
  const confirmed = useConfirmed()
  const [question, setQuestion] = useState<FactorQuestion>()
  /** New recovery codes, until their owner says that they are stored. */
  const [codes, setCodes] = useState<readonly string[]>()

  async function setUpApp() {
    const reply = await form.send(() => confirmed.call(() => sellerApi.staff.beginApp()))
    if (reply) setQuestion({ what: 'app', secret: reply.secret, uri: reply.uri })
  }
  function changed(message: string, recoveryCodes?: readonly string[]) {
    toast.success(message)
    setQuestion(undefined)
    setCodes(recoveryCodes)
    read.reload()
    if (!recoveryCodes) onSetUp?.()
  }
  function stored() {
    setCodes(undefined)
    onSetUp?.()
  }

  if (codes) return <NewRecoveryCodes heading={heading} codes={codes} onStored={stored} />
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
                  onClick={() => setQuestion({ what: 'app off' })}
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
                  <Button variant={app ? 'outline' : 'primary'} onClick={() => setQuestion({ what: 'passkey' })}>
                    {m.staff_passkey_add()}
                  </Button>
                ) : (
                  <p className="text-muted text-sm">{m.staff_passkeys_elsewhere({ domain: passkeyDomain })}</p>
                )}
              </Row>
            )}
            {passkeys.length > 0 && <Passkeys passkeys={passkeys} onRemove={setQuestion} />}
            {(app || passkeys.length > 0) && (
              <Row
                heading={heading}
                title={m.staff_factor_recovery()}
                text={m.staff_factor_recovery_left({ count: recoveryCodesLeft })}
                warns={recoveryCodesLeft < 3}
              >
                <Button variant="outline" onClick={() => setQuestion({ what: 'recovery' })}>
                  {m.staff_factor_recovery_new()}
                </Button>
              </Row>
            )}
          </Card>
        )}
      </ReadResult>
      {question && (
        <Question question={question} onClose={() => setQuestion(undefined)} onDone={changed} call={confirmed.call} />
      )}
      {confirmed.dialog}
    </>
  )
}

type QuestionProps = Pick<ComponentProps<typeof AppDialog>, 'onClose' | 'onDone' | 'call'> & {
  question: FactorQuestion
}

/** The dialog that sets a second factor up, or asks before it is changed. */
function Question({ question, onClose, onDone, call }: QuestionProps) {
  const dialog = { onClose, call }
  switch (question.what) {
    case 'app':
      return <AppDialog {...question} {...dialog} onDone={onDone} />
    case 'passkey':
      return <PasskeyDialog {...dialog} onDone={onDone} />
    case 'app off':
      return (
        <ChangeFactorDialog
          title={m.staff_factor_turn_off_app()}
          text={m.staff_factor_turn_off_text()}
          action={m.staff_factor_turn_off()}
          onClose={onClose}
          make={() => call(() => sellerApi.staff.removeApp())}
          onDone={({ message }) => onDone(message)}
        />
      )
    case 'passkey off':
      return (
        <ChangeFactorDialog
          title={m.staff_passkey_remove_of({ name: question.name })}
          text={m.staff_passkey_remove_text()}
          action={m.staff_passkey_remove()}
          onClose={onClose}
          make={() => call(() => sellerApi.staff.removePasskey({ id: question.id }))}
          onDone={({ message }) => onDone(message)}
        />
      )
    case 'recovery':
      return (
        <ChangeFactorDialog
          title={m.staff_factor_recovery()}
          text={m.staff_factor_recovery_new_text()}
          action={m.staff_factor_recovery_new()}
          onClose={onClose}
          make={() => call(() => sellerApi.staff.recoveryCodes())}
          onDone={({ message, recoveryCodes }) => onDone(message, recoveryCodes)}
        />
      )
  }
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

/** Returns whether this page is on the domain of the passkeys, in a browser that knows them. */
const isOn = (domain: string) => window.location.hostname === domain && 'PublicKeyCredential' in window

type PasskeysProps = {
  passkeys: readonly { id: string; name: string; addedAt: string; usedAt: string | null }[]
  onRemove: (question: FactorQuestion) => void
}

const Passkeys = ({ passkeys, onRemove }: PasskeysProps) => (
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
          onClick={() => onRemove({ what: 'passkey off', id, name })}
        >
          {m.staff_passkey_remove()}
        </Button>
      </li>
    ))}
  </ul>
)
