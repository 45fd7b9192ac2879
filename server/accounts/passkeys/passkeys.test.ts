import { afterAll, describe, expect, test } from 'vitest'
import { aDevice, type Device } from '../../../testing/makers/passkey.ts'
import { withApp } from '../../../testing/makers/second-factor.ts'
import { type Person, passwordOfTests, person, seller, testShop } from '../../../testing/shop.ts'
import { passkeySiteOf } from './passkey-site.ts'
import { hasCertificate } from './verify-passkey.ts'

/*
 * Passkeys as a second factor, with a device in software.
 */

const shop = await testShop()
afterAll(() => shop.close())

const emailOf = async (who: Person): Promise<string> => (await who.get('/api/seller/is-auth')).json.email
const factorsOf = async (who: Person) => (await who.get('/api/staff/factors')).json
const isIn = async (who: Person) => (await who.get('/api/order/waiting')).status === 200

/** The part of the browser's options that the tests read; the contract leaves them to the library. */
type Options = { challenge: string; pubKeyCredParams: { alg: number }[]; excludeCredentials: unknown }
const optionsFor = async (who: Person) => (await who.post('/api/staff/begin-passkey')).json.options as Options
async function add(who: Person, device: Device, name = 'Shop tablet') {
  const { json } = await who.post('/api/staff/add-passkey', { name, ...device.register(await optionsFor(who)) })
  return json
}
async function aMemberWithPasskey(device = aDevice()) {
  const who = await seller(shop)
  const { recoveryCodes } = await add(who, device)
  return { who, device, email: await emailOf(who), recoveryCodes }
}
async function halfSignedIn(email: string) {
  const browser = person(shop)
  const { json } = await browser.post('/api/seller/login', { email, password: passwordOfTests })
  return { browser, json }
}
const assertionOptions = async (browser: Person) =>
  (await browser.post('/api/seller/passkey-options')).json.options as Options

describe('a passkey', () => {
  test('is added with a name, gives recovery codes as the first factor, and ends the other sessions', async () => {
    const who = await seller(shop)
    const email = await emailOf(who)
    const other = (await halfSignedIn(email)).browser
    const options = await optionsFor(who)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Talad' },
      user: { name: email },
      attestation: 'none',
    })
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
    const device = aDevice()
    const { json } = await who.post('/api/staff/add-passkey', { name: ' Shop tablet ', ...device.register(options) })
    expect(json).toMatchObject({ success: true, message: 'Passkey added' })
    expect(json.recoveryCodes).toHaveLength(10)
    expect(await factorsOf(who)).toMatchObject({
      app: false,
      passkeyDomain: 'localhost',
      passkeys: [{ id: device.id, name: 'Shop tablet', usedAt: null }],
      recoveryCodesLeft: 10,
    })
    expect([await isIn(who), await isIn(other)]).toEqual([true, false])
    expect((await optionsFor(who)).excludeCredentials).toMatchObject([{ id: device.id }])
    const second = await add(who, aDevice(), 'Phone')
    expect([second.success, second.recoveryCodes]).toEqual([true, undefined])
    const { rows } = await shop.pool.query(
      "select after from audit_entry where made_by = $1 and after ? 'name' order by id",
      [email],
    )
    expect(rows.map(({ after }) => after)).toEqual([{ name: 'Shop tablet' }, { name: 'Phone' }])
  })

  test.each([
    ['of another page', { origin: 'https://shop.example' }],
    ['of the page at the IP address', { origin: 'http://127.0.0.1:3000' }],
    ['of another domain', { domain: 'shop.example' }],
  ])('%s is refused', async (_what, where) => {
    const who = await seller(shop)
    expect((await add(who, aDevice(where))).code).toBe('passkey_refused')
    expect((await factorsOf(who)).passkeys).toEqual([])
  })

  test('signs what the shop asked in that session, once', async () => {
    const [nok, fon] = [await seller(shop), await seller(shop)]
    const device = aDevice()
    const response = { name: 'Phone', ...device.register(await optionsFor(nok)) }
    expect((await fon.post('/api/staff/add-passkey', response)).json.code).toBe('set_up_again')
    await optionsFor(fon)
    expect((await fon.post('/api/staff/add-passkey', response)).json.code).toBe('passkey_refused')
    expect((await nok.post('/api/staff/add-passkey', response)).json.success).toBe(true)
    expect((await nok.post('/api/staff/add-passkey', response)).json.code).toBe('set_up_again')
  })

  test('a passkey belongs to one account', async () => {
    const { device } = await aMemberWithPasskey()
    const other = await seller(shop)
    expect((await add(other, device)).code).toBe('passkey_known')
    expect((await factorsOf(other)).passkeys).toEqual([])
    expect((await halfSignedIn(await emailOf(other))).json.success).toBe(true)
  })

  test('a passkey with a certificate of its maker is refused, so that no address in the certificate is contacted', async () => {
    const who = await seller(shop)
    const options = await optionsFor(who)
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.alloc(100)]],
    ])
    const response = aDevice().register(options, statement, 'packed')
    expect(await hasCertificate(response.attestationObject)).toBe(true)
    expect(await hasCertificate(aDevice().register(options).attestationObject)).toBe(false)
    expect((await who.post('/api/staff/add-passkey', { name: 'Key', ...response })).json.code).toBe('passkey_refused')
  })

  test('isn’t added to ten, nor without the password', async () => {
    const { who, device } = await aMemberWithPasskey()
    for (let count = 2; count <= 10; count += 1) expect((await add(who, aDevice(), `Key ${count}`)).success).toBe(true)
    expect((await who.post('/api/staff/begin-passkey')).json.code).toBe('passkeys_full')
    await shop.pool.query("update seller_session set confirmed_at = now() - interval '11 minutes'")
    expect((await who.post('/api/staff/remove-passkey', { id: device.id })).json.code).toBe('confirm_password')
    expect((await who.post('/api/staff/begin-passkey')).json.code).toBe('confirm_password')
    expect((await factorsOf(who)).passkeys).toHaveLength(10)
  })

  test('is removed by its owner only; the password is enough when the last factor is gone', async () => {
    const { who, device, email } = await aMemberWithPasskey()
    const stranger = await seller(shop)
    expect((await stranger.post('/api/staff/remove-passkey', { id: device.id })).json.code).toBe('passkey_unknown')
    await withApp(shop, who)
    await who.post('/api/staff/remove-app')
    expect((await halfSignedIn(email)).json.factors).toEqual(['passkey'])
    expect((await who.post('/api/staff/remove-passkey', { id: device.id })).json.success).toBe(true)
    expect(await factorsOf(who)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    expect((await halfSignedIn(email)).json.success).toBe(true)
  })
})

describe('a sign-in with a passkey', () => {
  test('is finished by its assertion, which works once and in that browser', async () => {
    const { who, device, email } = await aMemberWithPasskey()
    const { browser, json } = await halfSignedIn(email)
    expect([json.code, json.factors]).toEqual(['second_factor_needed', ['passkey']])
    const options = await assertionOptions(browser)
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: device.id }] })
    const assertion = device.prove(options)
    expect((await person(shop).post('/api/seller/passkey-step', assertion)).json.code).toBe('sign_in_expired')
    const elsewhere = (await halfSignedIn(email)).browser
    expect((await elsewhere.post('/api/seller/passkey-step', assertion)).json.code).toBe('sign_in_expired')
    await assertionOptions(elsewhere)
    expect((await elsewhere.post('/api/seller/passkey-step', assertion)).json.code).toBe('passkey_refused')

    expect((await browser.post('/api/seller/passkey-step', assertion)).json.success).toBe(true)
    expect([await isIn(browser), await isIn(elsewhere)]).toEqual([true, false])
    expect((await browser.post('/api/seller/passkey-step', assertion)).json.code).toBe('sign_in_expired')
    expect((await factorsOf(who)).passkeys[0].usedAt).not.toBeNull()
  })

  test('one of two simultaneous assertions of a passkey signs in', async () => {
    const { device, email } = await aMemberWithPasskey()
    const { browser } = await halfSignedIn(email)
    const options = await assertionOptions(browser)
    const copy = person(shop)
    for (const [name, value] of browser.jar) copy.jar.set(name, value)
    const [one, other] = [device.prove(options), device.prove(options)]
    const replies = await Promise.all([
      browser.post('/api/seller/passkey-step', one),
      copy.post('/api/seller/passkey-step', other),
    ])
    expect(replies.map(({ json }) => json.success).sort()).toEqual([false, true])
  })

  test.each([
    ['of another account', {}, 'passkey_unknown'],
    ['with another key under its id', {}, 'passkey_refused'],
  ])('refuses a passkey %s', async (what, _where, code) => {
    const { device, email } = await aMemberWithPasskey()
    const other = (await aMemberWithPasskey()).device
    const { browser } = await halfSignedIn(email)
    const assertion = other.prove(await assertionOptions(browser))
    const sent = what === 'of another account' ? assertion : { ...assertion, id: device.id }
    expect((await browser.post('/api/seller/passkey-step', sent)).json.code).toBe(code)
    expect(await isIn(browser)).toBe(false)
  })

  test('refuses a copied passkey, whose count falls behind, and one that was removed', async () => {
    const { who, device, email } = await aMemberWithPasskey()
    await shop.db.updateTable('sellerPasskey').set({ counter: 100 }).where('id', '=', device.id).execute()
    const { browser } = await halfSignedIn(email)
    const assertion = device.prove(await assertionOptions(browser))
    expect((await browser.post('/api/seller/passkey-step', assertion)).json.code).toBe('passkey_refused')
    await withApp(shop, who)
    await who.post('/api/staff/remove-passkey', { id: device.id })
    const again = (await halfSignedIn(email)).browser
    expect((await again.post('/api/seller/passkey-options')).json.code).toBe('passkey_unknown')
    expect((await again.post('/api/seller/passkey-step', assertion)).json.success).toBe(false)
  })

  test('a passkey without a use counter signs in', async () => {
    const { device, email } = await aMemberWithPasskey(aDevice({ counts: false }))
    for (let round = 1; round <= 2; round += 1) {
      const { browser } = await halfSignedIn(email)
      const assertion = device.prove(await assertionOptions(browser))
      expect((await browser.post('/api/seller/passkey-step', assertion)).json.success).toBe(true)
    }
  })
})

test.each([
  ['https://shop.example.com', false, { domain: 'shop.example.com', origins: ['https://shop.example.com'] }],
  ['https://shop.example.com:8443', false, { domain: 'shop.example.com', origins: ['https://shop.example.com:8443'] }],
  ['http://localhost:3000', true, { domain: 'localhost', origins: ['http://localhost:3000'] }],
  ['http://127.0.0.1:3000', true, { domain: 'localhost', origins: ['http://localhost:3000'] }],
  ['http://[::1]:3000', true, { domain: 'localhost', origins: ['http://localhost:3000'] }],
  ['https://203.0.113.7', false, undefined],
])('the passkeys of a shop at %s belong to its domain', (publicUrl, demo, site) => {
  expect(passkeySiteOf({ publicUrl, demo, port: 3000 })).toEqual(site)
})
