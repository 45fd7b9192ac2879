import { useEffect, useState } from 'react'
import type { LineSettings } from '../../../contract/calls/notice.ts'
import { noticeKinds } from '../../../contract/staff/notices.ts'
import { languages } from '../../../contract/values/languages.ts'
import { useInterval } from '../../client/use-interval.ts'
import { useRead } from '../../client/use-read.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { useSettingsForm } from '../drafts/use-settings-form.ts'
import { TheirValue } from '../form/changed-note.tsx'
import { RemoveDialog } from '../form/remove-dialog.tsx'
import { SettingsEnd } from '../form/settings-end.tsx'
import { textProps } from '../form/text-props.ts'
import { ReadResult } from '../ui/read-result.tsx'
import { draftOf, type LineDraft, lineErrors, lineToSend, noGroup, otherGroup } from './line-draft.ts'
import { kindNames, kindTexts } from './notice-kinds.ts'

const languageNames = { en: 'English', th: 'ไทย' }

/** Milliseconds after which it is read again while no group is known. */
const groupInterval = 5000

/** The notices in the staff's LINE group, for owners. */
export function LineGroup() {
  const read = useRead('line', (signal) => sellerApi.notice.line(undefined, { signal }))
  const { data, changed, reload } = read
  // The bot may be invited to a group on a phone, while the page stays open here.
  useInterval(changed, data?.isSet && data.groups.length === 0 ? groupInterval : undefined)
  useEffect(() => {
    // The owner comes back from LINE, where the bot was invited to a group.
    window.addEventListener('focus', changed)
    return () => window.removeEventListener('focus', changed)
  }, [changed])
  return (
    <section>
      <h2 className="mb-3 font-bold text-xl">{m.notices_line()}</h2>
      <ReadResult
        read={read}
        failedTitle={m.notices_line_failed()}
        heading="h3"
        skeleton={<Skeleton className="h-80 w-full rounded-card" />}
      >
        {(line) => (
          <Card className="p-4 sm:p-6">
            <LineForm read={line} onChanged={reload} />
          </Card>
        )}
      </ReadResult>
    </section>
  )
}

const Kinds = ({ draft, change }: Pick<PartProps, 'draft' | 'change'>) => (
  <fieldset>
    <legend className="mb-1 font-medium">{m.notices_line_kinds()}</legend>
    {noticeKinds.map((kind) => (
      <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
        <input
          type="checkbox"
          checked={draft[kind]}
          onChange={({ target }) => change({ [kind]: target.checked })}
          className="size-5 shrink-0 accent-leaf"
        />
        <span>
          <span className="block">{kindNames[kind]()}</span>
          <span className="block text-muted text-sm">{kindTexts[kind]()}</span>
        </span>
      </label>
    ))}
  </fieldset>
)

type LineFormProps = {
  /** The settings, with the current groups and failures. */
  read: LineSettings
  /** Has them read again, and drops a read that was sent before. */
  onChanged: () => void
}

const hasSecret = ({ channelToken, channelSecret }: LineDraft) => channelToken !== '' || channelSecret !== ''

/** What the form of the LINE group does: saves, tries and removes it. */
function useLineForm({ read, onChanged }: LineFormProps) {
  const settings = useSettingsForm(read, {
    name: 'line',
    draftOf,
    errorsOf: lineErrors,
    save: (draft, seen) => sellerApi.notice.saveLine({ ...lineToSend(draft), seen }),
    readNow: () => sellerApi.notice.line(),
    onSaved: (draft) => {
      setReplacing(hasSecret(draft))
      onChanged()
    },
  })
  const { saved, draft, form, show } = settings
  // A draft that was kept may have a secret.
  const [replacing, setReplacing] = useState(hasSecret(draft))

  async function trial() {
    const reply = await form.send(() => sellerApi.notice.tryLine())
    if (reply) toast.success(reply.message)
    // Why it failed is a part of what is read.
    onChanged()
  }

  async function remove() {
    const reply = await sellerApi.notice.removeLine({ seen: saved.version })
    if (reply.success) show(reply)
    onChanged()
    return reply
  }

  return { ...settings, trial, remove, replacing, setReplacing }
}

function LineForm(props: LineFormProps) {
  const { read } = props
  const settings = useLineForm(props)
  const { saved, draft, form, change, replacing, setReplacing } = settings
  const { isSet } = saved
  const [removing, setRemoving] = useState(false)

  return (
    <form onSubmit={settings.submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isSet ? <State saved={read} /> : <p className="text-muted">{m.notices_line_text()}</p>}
      {replacing || !isSet ? (
        <Secrets draft={draft} change={change} errors={form.fields} isSet={isSet} onKeep={() => setReplacing(false)} />
      ) : (
        <div>
          <p className="text-muted text-sm">{secretsText(saved)}</p>
          <Button variant="ghost" className="-ms-5" onClick={() => setReplacing(true)}>
            {m.notices_line_replace()}
          </Button>
        </div>
      )}
      {isSet && <Webhook url={read.webhook} heardAt={read.heardAt} />}
      {isSet && <Recipient draft={draft} change={change} errors={form.fields} groups={read.groups} />}
      <Kinds draft={draft} change={change} />
      <Select
        label={m.notices_line_language()}
        hint={m.notices_line_private()}
        value={draft.language}
        onChange={({ target }) => change({ language: languages.find((each) => each === target.value) ?? 'en' })}
        className="max-w-sm"
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </Select>
      <SettingsEnd
        settings={settings}
        save={m.notices_line_save()}
        buttons={
          <>
            {saved.recipient !== null && !settings.isUnsaved && (
              <Button variant="outline" size="large" onClick={settings.trial} aria-disabled={form.pending || undefined}>
                {m.notices_line_try()}
              </Button>
            )}
            {isSet && (
              <Button
                variant="ghost"
                size="large"
                onClick={() => setRemoving(true)}
                aria-disabled={form.pending || undefined}
              >
                {m.notices_line_remove()}
              </Button>
            )}
          </>
        }
      >
        {(theirs) => <TheirLine {...theirs} />}
      </SettingsEnd>
      {removing && (
        <RemoveDialog
          title={m.notices_line_remove_title()}
          text={m.notices_line_remove_text()}
          labels={{ keep: m.form_keep(), remove: m.notices_line_remove() }}
          remove={settings.remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </form>
  )
}

const secretsText = ({ tokenAt, secretAt }: LineSettings) =>
  m.notices_line_token_set({
    token: tokenAt ? formatMoment(tokenAt) : '',
    secret: secretAt ? formatMoment(secretAt) : '',
  })

/** The values that a colleague has saved, or that the channel was removed. */
function TheirLine(theirs: LineSettings) {
  const { isSet, recipient, groups, kinds, language } = theirs
  if (!isSet) return <TheirValue name={m.notices_line()}>{m.notices_line_removed()}</TheirValue>
  const group = groups.find(({ id }) => id === recipient)?.name ?? recipient
  return (
    <>
      <TheirValue name={m.notices_line()}>{secretsText(theirs)}</TheirValue>
      <TheirValue name={m.notices_line_group()}>{group ?? m.notices_line_group_none()}</TheirValue>
      <TheirValue name={m.notices_line_kinds()}>
        {noticeKinds
          .filter((kind) => kinds[kind])
          .map((kind) => kindNames[kind]())
          .join(' · ') || '–'}
      </TheirValue>
      <TheirValue name={m.notices_line_language()}>
        <span lang={language}>{languageNames[language]}</span>
      </TheirValue>
    </>
  )
}

/** Whether messages arrive. */
function State({ saved: { failure, sentAt } }: { saved: LineSettings }) {
  if (failure)
    return (
      <FormMessage>
        <span className="block font-semibold">{m.notices_line_failing({ when: formatMoment(failure.since) })}</span>
        {failure.message}
      </FormMessage>
    )
  return sentAt ? <p className="text-muted">{m.notices_line_sent({ when: formatMoment(sentAt) })}</p> : null
}

type PartProps = { draft: LineDraft; change: (next: Partial<LineDraft>) => void; errors: Record<string, string> }

/** The channel's token and secret. The shop never sends the stored ones. */
function Secrets({ draft, change, errors, isSet, onKeep }: PartProps & { isSet: boolean; onKeep: () => void }) {
  // Not password fields: browsers would store them as the seller's password.
  const text = textProps({ draft, errors, change })
  return (
    <div className="grid gap-4">
      <p className="font-medium">{m.notices_line_begin()}</p>
      <TextField
        label={m.notices_line_token()}
        hint={isSet ? m.notices_line_empty_keeps() : undefined}
        spellCheck={false}
        {...text('channelToken')}
      />
      <TextField
        label={m.notices_line_secret()}
        hint={isSet ? m.notices_line_empty_keeps() : m.notices_line_secret_hint()}
        spellCheck={false}
        {...text('channelSecret')}
      />
      {isSet && (
        <div>
          <Button
            variant="ghost"
            className="-ms-5"
            onClick={() => {
              change({ channelToken: '', channelSecret: '' })
              onKeep()
            }}
          >
            {m.notices_line_keep()}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The address to which LINE sends events, and whether some came. */
function Webhook({ url, heardAt }: { url: string; heardAt: string | null }) {
  const [copied, setCopied] = useState(false)
  const copy = () => navigator.clipboard?.writeText(url).then(() => setCopied(true))
  return (
    <div>
      <p className="font-medium">{m.notices_line_webhook()}</p>
      <div className="my-1.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-tile bg-sunken px-4 py-2">
        <code className="wrap-anywhere min-w-0 flex-1 basis-60">{url}</code>
        <Button variant="soft" onClick={copy}>
          <span role="status">{copied ? m.notices_line_copied() : m.notices_line_copy()}</span>
        </Button>
      </div>
      <p className="text-muted text-sm">
        {m.notices_line_webhook_text()}{' '}
        {heardAt ? m.notices_line_heard({ when: formatMoment(heardAt) }) : m.notices_line_unheard()}
      </p>
    </div>
  )
}

/** The group that gets the messages: one in which the bot is, or any id. */
function Recipient({ draft, change, errors, groups }: PartProps & { groups: LineSettings['groups'] }) {
  const { group, id } = draft.recipient
  return (
    <div className="grid gap-4">
      <Select
        label={m.notices_line_group()}
        hint={m.notices_line_group_hint()}
        value={group}
        onChange={({ target }) => change({ recipient: { group: target.value, id } })}
      >
        <option value={noGroup}>{m.notices_line_group_none()}</option>
        {groups.map(({ id, name, heardAt }) => (
          <option key={id} value={id}>
            {m.notices_line_group_known({
              name: name ?? m.notices_line_group_unnamed({ id: id.slice(0, 9) }),
              when: formatMoment(heardAt),
            })}
          </option>
        ))}
        <option value={otherGroup}>{m.notices_line_group_other()}</option>
      </Select>
      {group === otherGroup && (
        <TextField
          name="recipient"
          label={m.notices_line_id()}
          hint={m.notices_line_id_hint()}
          autoComplete="off"
          spellCheck={false}
          value={id}
          onChange={({ target }) => change({ recipient: { group, id: target.value } })}
          error={errors.recipient}
        />
      )}
    </div>
  )
}
