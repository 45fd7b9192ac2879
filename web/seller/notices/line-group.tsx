import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { LineSettings } from '../../../contract/calls/notice.ts'
import { noticeKinds } from '../../../contract/staff/notices.ts'
import { languages } from '../../../contract/values/languages.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
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
import { ReadResult } from '../ui/read-result.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { textProps } from '../ui/text-props.ts'
import { useUnsaved } from '../ui/unsaved.tsx'
import { type Draft, draftOf, lineErrors, noGroup, otherGroup, recipientOf } from './line-draft.ts'
import { kindNames, kindTexts } from './notice-kinds.ts'

const languageNames = { en: 'English', th: 'ไทย' }

/** The notices in the staff's LINE group, for owners. */
export function LineGroup() {
  const read = useRead('line', (signal) => sellerApi.notice.line(undefined, { signal }))
  /** The reply to the last change, until the settings are read again. */
  const [newest, setNewest] = useState<{ line: LineSettings; instead: unknown }>()
  const { changed } = read
  useEffect(() => {
    // The owner comes back from LINE, where the bot was invited to a group.
    window.addEventListener('focus', changed)
    return () => window.removeEventListener('focus', changed)
  }, [changed])
  const line = newest && newest.instead === read.data ? newest.line : read.data
  return (
    <section>
      <h2 className="mb-3 font-bold text-xl">{m.notices_line()}</h2>
      <ReadResult
        read={{ ...read, data: line }}
        failedTitle={m.notices_line_failed()}
        heading="h3"
        skeleton={<Skeleton className="h-80 w-full rounded-card" />}
      >
        {(saved) => (
          <Card className="p-4 sm:p-6">
            <LineForm
              // What is typed belongs to the version that it began with.
              key={`${saved.isSet} ${saved.version}`}
              saved={saved}
              onSaved={(next) => setNewest({ line: next, instead: read.data })}
              onReload={read.changed}
            />
          </Card>
        )}
      </ReadResult>
    </section>
  )
}

type KindsProps = { kinds: Draft['kinds']; onChange: (kinds: Draft['kinds']) => void }

const Kinds = ({ kinds, onChange }: KindsProps) => (
  <fieldset>
    <legend className="mb-1 font-medium">{m.notices_line_kinds()}</legend>
    {noticeKinds.map((kind) => (
      <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
        <input
          type="checkbox"
          checked={kinds[kind]}
          onChange={({ target }) => onChange({ ...kinds, [kind]: target.checked })}
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

type LineFormProps = { saved: LineSettings; onSaved: (next: LineSettings) => void; onReload: () => void }

/** What the form of the LINE group does: saves, tries and removes it. */
function useLineForm({ saved, onSaved, onReload }: LineFormProps) {
  const { isSet, version } = saved
  const [first] = useState(() => draftOf(saved))
  const [draft, setDraft] = useState(first)
  const [isChanged, setIsChanged] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const form = useSubmit({ toasts: false })
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(first)
  useUnsaved(isUnsaved)

  function change(next: Partial<Draft>) {
    setDraft((current) => ({ ...current, ...next }))
    for (const name of Object.keys(next)) form.clearField(name)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const errors = lineErrors(draft, isSet)
    if (Object.keys(errors).length > 0) return form.show(errors, element.current)
    const { channelToken, channelSecret, kinds, language } = draft
    const reply = await form.send(async () => {
      const reply = await sellerApi.notice.saveLine({
        ...(channelToken.trim() && { channelToken: channelToken.trim() }),
        ...(channelSecret.trim() && { channelSecret: channelSecret.trim() }),
        recipient: recipientOf(draft),
        kinds,
        language,
        seen: version,
      })
      setIsChanged(!reply.success && reply.code === 'setting_changed')
      return reply
    }, element.current)
    if (!reply) return
    toast.success(reply.message)
    onSaved(reply)
  }

  async function trial() {
    const reply = await form.send(() => sellerApi.notice.tryLine())
    // Why it failed is a part of what is read.
    if (!reply) return onReload()
    toast.success(reply.message)
    onSaved(reply)
  }

  async function remove() {
    const reply = await sellerApi.notice.removeLine({ seen: version })
    setIsChanged(!reply.success && reply.code === 'setting_changed')
    if (reply.success) onSaved(reply)
    return reply
  }

  return { draft, isChanged, form, element, isUnsaved, change, save, trial, remove }
}

function LineForm(props: LineFormProps) {
  const { saved } = props
  const { isSet } = saved
  const { draft, isChanged, form, element, isUnsaved, change, save, trial, remove } = useLineForm(props)
  const [replacing, setReplacing] = useState(!isSet)
  const [removing, setRemoving] = useState(false)

  return (
    <form ref={element} onSubmit={save} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isSet ? <State saved={saved} /> : <p className="text-muted">{m.notices_line_text()}</p>}
      {replacing ? (
        <Secrets draft={draft} change={change} errors={form.fields} isSet={isSet} onKeep={() => setReplacing(false)} />
      ) : (
        <div>
          <p className="text-muted text-sm">
            {m.notices_line_token_set({
              token: saved.tokenAt ? formatMoment(saved.tokenAt) : '',
              secret: saved.secretAt ? formatMoment(saved.secretAt) : '',
            })}
          </p>
          <Button variant="ghost" className="-ms-5" onClick={() => setReplacing(true)}>
            {m.notices_line_replace()}
          </Button>
        </div>
      )}
      {isSet && <Webhook url={saved.webhook} heardAt={saved.heardAt} />}
      {isSet && <Recipient draft={draft} change={change} errors={form.fields} groups={saved.groups} />}
      <Kinds kinds={draft.kinds} onChange={(kinds) => change({ kinds })} />
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
      <div role="alert" className="empty:hidden">
        {form.message && <FormMessage>{form.message}</FormMessage>}
        {isChanged && (
          <Button variant="outline" className="mt-3" onClick={props.onReload}>
            {m.notices_line_now()}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={form.slow} aria-disabled={form.pending || undefined}>
          {m.notices_line_save()}
        </Button>
        {saved.recipient !== null && !isUnsaved && (
          <Button variant="outline" onClick={trial} aria-disabled={form.pending || undefined}>
            {m.notices_line_try()}
          </Button>
        )}
        {isSet && (
          <Button variant="ghost" onClick={() => setRemoving(true)} aria-disabled={form.pending || undefined}>
            {m.notices_line_remove()}
          </Button>
        )}
      </div>
      {removing && (
        <RemoveDialog
          title={m.notices_line_remove_title()}
          text={m.notices_line_remove_text()}
          labels={{ keep: m.promotions_keep(), remove: m.notices_line_remove() }}
          remove={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </form>
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

type PartProps = { draft: Draft; change: (next: Partial<Draft>) => void; errors: Record<string, string> }

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
  return (
    <div className="grid gap-4">
      <Select
        label={m.notices_line_group()}
        hint={m.notices_line_group_hint()}
        value={draft.group}
        onChange={({ target }) => change({ group: target.value })}
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
      {draft.group === otherGroup && (
        <TextField
          name="recipient"
          label={m.notices_line_id()}
          hint={m.notices_line_id_hint()}
          autoComplete="off"
          spellCheck={false}
          value={draft.recipient}
          onChange={({ target }) => change({ recipient: target.value })}
          error={errors.recipient}
        />
      )}
    </div>
  )
}
