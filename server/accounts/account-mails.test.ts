import { afterAll, afterEach, expect, test } from 'vitest'
import { clearJobs, runDueJobs } from '../../testing/database/jobs.ts'
import { mailsOf } from '../../testing/mails.ts'
import { aDevice } from '../../testing/makers/passkey.ts'
import { withApp } from '../../testing/makers/second-factor.ts'
import { type Person, seller, testShop } from '../../testing/shop.ts'
import { resetFactorsOf } from './sellers/sellers.ts'

/*
 * The mails to the staff about changes of their second factors.
 */

const shop = await testShop()
afterAll(() => shop.close())
afterEach(() => clearJobs(shop.pool))

const emailOf = async (who: Person): Promise<string> => (await who.get('/api/seller/is-auth')).json.email

/** Sends the queued mails; returns to whom they go, what they say, and their subjects in English. */
async function mailed() {
  const { tasks, sent } = mailsOf(shop)
  await runDueJobs(shop.pool, tasks)
  return sent.map(({ to, subject, text, html }) => ({ to, text, html, about: subject.split(' · ')[1] }))
}
const post = async (who: Person, call: string, body: object = {}) => (await who.post(`/api/staff/${call}`, body)).json
async function addPasskey(who: Person, name: string) {
  const device = aDevice()
  const { options } = await post(who, 'begin-passkey')
  expect(await post(who, 'add-passkey', { name, ...device.register(options) })).toMatchObject({ success: true })
  return device.id
}

test('an account is mailed each factor that is added or removed, and new recovery codes, once', async () => {
  const who = await seller(shop, 'picker')
  const email = await emailOf(who)
  const { secret, recoveryCodes } = await withApp(shop, who)
  const id = await addPasskey(who, '<b>Tablet</b>')
  const replaced = await post(who, 'recovery-codes')
  expect(replaced.recoveryCodes).toHaveLength(10)
  await post(who, 'remove-app')
  await post(who, 'remove-passkey', { id })
  const mails = await mailed()
  expect(mails.map(({ to, about }) => [to, about])).toEqual([
    [email, 'An authenticator app was set up'],
    [email, 'A passkey was added'],
    [email, 'New recovery codes were made'],
    [email, 'The authenticator app was switched off'],
    [email, 'A passkey was removed'],
  ])
  for (const { text } of mails) {
    expect(text).toContain(`บัญชี · Account: ${email}`)
    expect(text).toContain('https://shop.example/seller/staff')
    expect(text).toMatch(/If it wasn’t you/)
  }
  expect(mails[1]?.text).toContain('Passkey: <b>Tablet</b>')
  expect(mails[1]?.html).toContain('&lt;b&gt;Tablet&lt;/b&gt;')
  const everything = JSON.stringify(mails)
  for (const hidden of [secret, ...recoveryCodes, ...replaced.recoveryCodes]) expect(everything).not.toContain(hidden)
})

test('a change that is refused mails nothing', async () => {
  const who = await seller(shop)
  const owner = await seller(shop)
  await withApp(shop, owner)
  await mailed()
  await post(who, 'remove-app')
  await post(who, 'recovery-codes')
  await post(who, 'remove-passkey', { id: 'none' })
  await post(who, 'begin-app')
  await post(who, 'finish-app', { otp: '000000' })
  // A role that needs a second factor keeps its last one.
  const { version } = (await owner.get('/api/staff/factor-roles')).json
  expect(await post(owner, 'factor-roles', { roles: ['owner'], seen: version })).toMatchObject({ success: true })
  expect(await post(owner, 'remove-app')).toMatchObject({ code: 'second_step_stays' })
  expect(await mailed()).toEqual([])
  await post(owner, 'factor-roles', { roles: [], seen: version + 1 })
})

test('a second factor that is removed is mailed with who did it, and one that wasn’t there isn’t', async () => {
  const [owner, picker] = [await seller(shop), await seller(shop, 'picker')]
  const [by, to] = [await emailOf(owner), await emailOf(picker)]
  const { members } = (await owner.get('/api/staff/list')).json
  const { id } = members.find((each) => each.email === to)
  expect(await post(owner, 'reset-factors', { id })).toMatchObject({ success: true })
  expect(await mailed()).toEqual([])
  const again = await shop.db.selectFrom('seller').select('id').where('email', '=', to).executeTakeFirstOrThrow()
  expect(again.id).toBe(id)
  await withApp(shop, owner)
  await mailed()
  await shop.pool.query(`update seller set second_factors = '{app}' where id = $1`, [id])
  expect(await post(owner, 'reset-factors', { id })).toMatchObject({ success: true })
  const [mail, ...more] = await mailed()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to, about: 'Your second step was removed' })
  expect(mail?.text).toContain(`By: ${by}`)
  await resetFactorsOf(shop.db, by.toUpperCase())
  const [own] = await mailed()
  expect(own).toMatchObject({ to: by, about: 'Your second step was removed' })
  expect(own?.text).toContain('On the shop’s own machine')
})
