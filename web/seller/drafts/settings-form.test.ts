import { beforeEach, expect, test } from 'vitest'
import { signInSeller } from '../../client/sign-in-seller.test-setup.ts'
import { keptDraft } from './kept-drafts.ts'
import { makeSettingsForm, type SettingsReply } from './settings-form.ts'

type Saved = { version: number; phone: string; minutes: number }
type Draft = { phone: string; minutes: string }

const first: Saved = { version: 1, phone: '021234567', minutes: 15 }
const theirs: Saved = { version: 2, phone: '029999999', minutes: 15 }
const saved = (settings: Saved) => ({ success: true as const, message: 'Saved', ...settings })
const refused = (code: string, fields?: Record<string, string>) => ({
  success: false as const,
  code,
  message: code,
  ...(fields && { fields }),
})
const draftOf = ({ phone, minutes }: Saved): Draft => ({ phone, minutes: String(minutes) })

/** The form, as a screen opens it, with what it has sent. `replyWith` resolves the reply to the save. */
function aForm({ read = first, now = theirs } = {}) {
  const form = makeSettingsForm<Saved, Draft>(read, {
    name: 'settings',
    draftOf,
    errorsOf: ({ minutes }): Record<string, string> => (/^\d+$/.test(minutes) ? {} : { minutes: 'Not a number' }),
    readNow: async () => saved(now),
  })
  const sent: { draft: Draft; seen: number }[] = []
  let replyWith: (reply: SettingsReply<Saved>) => void = () => {}
  const save = () =>
    form.save((draft, seen) => {
      sent.push({ draft, seen })
      return new Promise((resolve) => (replyWith = resolve))
    })
  /** Saves, types `meanwhile`, and replies. */
  async function saveAnd(reply: SettingsReply<Saved>, meanwhile: Partial<Draft> = {}) {
    const saving = save()
    if (Object.keys(meanwhile).length > 0) form.change(meanwhile)
    replyWith(reply)
    return saving
  }
  return { ...form, sent, save, saveAnd, replyWith: (reply: SettingsReply<Saved>) => replyWith(reply) }
}

const keptNow = () => keptDraft<{ saved: Saved; draft: Draft }>('settings').find()

beforeEach(async () => {
  await signInSeller('mali@example.com')
  keptDraft('settings').delete()
})

test('a save sends the draft over the version that was read, and shows what the shop has saved', async () => {
  const form = aForm()
  form.change({ phone: ' 028888888' })
  expect(form.isUnsaved()).toBe(true)
  const second = { ...first, version: 2, phone: '028888888' }
  expect(await form.saveAnd(saved(second))).toEqual(saved(second))
  expect(form.sent).toEqual([{ draft: { phone: ' 028888888', minutes: '15' }, seen: 1 }])
  expect(form.state.get()).toEqual({ saved: saved(second), draft: draftOf(second), theirs: undefined })
  expect(form.isUnsaved()).toBe(false)
  expect(keptNow()).toBeUndefined()
})

test('what is typed while the form is being saved stays, unsaved, over the version that was saved', async () => {
  const form = aForm()
  form.change({ phone: ' 028888888' })
  const second = saved({ ...first, version: 2, phone: '028888888' })
  await form.saveAnd(second, { minutes: '30' })
  const draft = { phone: '028888888', minutes: '30' }
  expect(form.state.get()).toEqual({ saved: second, draft, theirs: undefined })
  expect(form.isUnsaved()).toBe(true)
  expect(keptNow()).toEqual({ saved: second, draft })
  await form.saveAnd(saved({ ...second, version: 3, minutes: 30 }))
  expect(form.sent[1]).toEqual({ draft, seen: 2 })
  expect(form.isUnsaved()).toBe(false)
})

test('a field that was sent and is typed again, or back, while the form is being saved is unsaved', async () => {
  for (const phone of ['027777777', first.phone]) {
    const form = aForm()
    form.change({ phone: '028888888' })
    await form.saveAnd(saved({ ...first, version: 2, phone: '028888888' }), { phone })
    expect(form.state.get().draft).toEqual({ phone, minutes: '15' })
    expect(form.isUnsaved()).toBe(true)
    expect(keptNow()?.draft.phone).toBe(phone)
    keptDraft('settings').delete()
  }
})

test('a refusal returns the errors of both sides and leaves what was typed', async () => {
  const form = aForm()
  form.change({ phone: 'none', minutes: 'soon' })
  const reply = await form.saveAnd(refused('invalid_form', { phone: 'Not a number of Thailand' }))
  expect(reply).toMatchObject({ fields: { phone: 'Not a number of Thailand', minutes: 'Not a number' } })
  expect(form.state.get()).toEqual({ saved: first, draft: { phone: 'none', minutes: 'soon' }, theirs: undefined })
  expect(keptNow()?.draft).toEqual({ phone: 'none', minutes: 'soon' })
  expect(await form.saveAnd(refused('not_allowed'))).toEqual(refused('not_allowed'))
})

test('over a colleague’s change, `keep` saves the fields that were changed here, typed meanwhile too', async () => {
  const form = aForm()
  form.change({ minutes: '30' })
  expect(await form.saveAnd(refused('setting_changed'))).toEqual(refused('setting_changed'))
  expect(form.state.get()).toMatchObject({ saved: first, theirs, draft: { phone: first.phone, minutes: '30' } })
  form.change({ minutes: '45' })
  form.keep()
  const merged = { phone: theirs.phone, minutes: '45' }
  expect(form.state.get()).toEqual({ saved: saved(theirs), draft: merged, theirs: undefined })
  await form.saveAnd(saved({ ...theirs, version: 3, minutes: 45 }))
  expect(form.sent[1]).toEqual({ draft: merged, seen: 2 })
})

test('`take` shows what a colleague has saved instead of what was typed', async () => {
  const form = aForm()
  form.change({ minutes: '30' })
  await form.saveAnd(refused('setting_changed'))
  form.take()
  expect(form.state.get()).toEqual({ saved: saved(theirs), draft: draftOf(theirs), theirs: undefined })
  expect(keptNow()).toBeUndefined()
})

test('a later read is shown, unless typed values are unsaved', () => {
  const form = aForm()
  form.showRead(theirs)
  expect(form.state.get()).toEqual({ saved: theirs, draft: draftOf(theirs), theirs: undefined })
  form.change({ minutes: '30' })
  const third = { ...theirs, version: 3, phone: '020000000' }
  form.showRead(third)
  expect(form.state.get()).toMatchObject({ saved: theirs, draft: { phone: theirs.phone, minutes: '30' } })
  form.change({ minutes: '15' })
  form.showRead(third)
  expect(form.state.get()).toMatchObject({ saved: third, draft: draftOf(third) })
})

test('the draft is there again when the form is opened after the end of the session, over what was read then', async () => {
  const form = aForm()
  form.change({ minutes: '30' })
  await form.saveAnd(refused('not_signed_in'))
  await signInSeller('somchai@example.com')
  expect(aForm({ read: theirs }).state.get()).toMatchObject({ saved: theirs, draft: draftOf(theirs) })
  await signInSeller('mali@example.com')
  const again = aForm({ read: theirs })
  expect(again.state.get()).toMatchObject({ saved: first, draft: { phone: first.phone, minutes: '30' } })
  again.change({ minutes: '15' })
  expect(aForm({ read: theirs }).state.get()).toMatchObject({ saved: theirs, draft: draftOf(theirs) })
})

test('a reply that arrives after the form was left deletes the kept draft, or keeps what isn’t saved of it', async () => {
  const form = aForm()
  form.change({ phone: '028888888' })
  const second = saved({ ...first, version: 2, phone: '028888888' })
  await form.saveAnd(second)
  expect(keptNow()).toBeUndefined()
  form.change({ phone: '027777777' })
  await form.saveAnd(saved({ ...second, version: 3, phone: '027777777' }), { minutes: '30' })
  expect(keptNow()).toMatchObject({ saved: { version: 3 }, draft: { phone: '027777777', minutes: '30' } })
})

test('a draft that is discarded while it is being saved isn’t kept by the reply', async () => {
  const form = aForm()
  form.change({ phone: '028888888' })
  const saving = form.save()
  form.change({ minutes: '30' })
  form.discard()
  form.replyWith(saved({ ...first, version: 2, phone: '028888888' }))
  await saving
  expect(keptNow()).toBeUndefined()
})
