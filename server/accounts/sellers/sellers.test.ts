import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordOfTests, person, type TestShop, testShop } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { demoDataOf } from '../../maintenance/demo/demo-queries.ts'
import { removeSeller } from '../../staff/manage-staff.ts'
import { isKnownBrowser } from '../known-browser-queries.ts'
import { sellers } from '../queries.ts'
import { ensureDemoSeller, ensureDemoStaff } from './demo-seller.ts'
import { createSeller, setSellerPassword } from './sellers.ts'

let shop: TestShop
let folder: string
beforeAll(async () => {
  shop = await testShop()
  folder = await mkdtemp(join(tmpdir(), 'talad-demo-seller-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const anEmail = () => `seller-${newId()}@seller.example`
const signedIn = async (email: string, password: string | undefined) => {
  const someone = person(shop)
  const { json } = await someone.post('/api/seller/login', { email, password })
  return { someone, success: json.success as boolean }
}

describe('a seller’s account', () => {
  test('stores its address in lower case, and only once', async () => {
    const email = anEmail()
    const input = { email: email.toUpperCase(), password: passwordOfTests, name: 'Seller' }
    await createSeller(shop.db, input)
    expect((await sellers(shop.db)).map((seller) => seller.email)).toContain(email)
    await expect(createSeller(shop.db, { ...input, email })).rejects.toMatchObject({ code: 'email_taken' })
    expect((await sellers(shop.db)).filter((seller) => seller.email === email)).toHaveLength(1)
    const bad = { ...input, email: 'a..b@seller.example' }
    await expect(createSeller(shop.db, bad)).rejects.toMatchObject({ code: 'invalid_form' })
  })

  test('refuses a common password and its own address as password', async () => {
    const email = anEmail()
    for (const password of ['password1', email.toUpperCase()])
      await expect(createSeller(shop.db, { email, password, name: 'Seller' })).rejects.toMatchObject({
        code: 'password_common',
      })
    expect((await sellers(shop.db)).map((seller) => seller.email)).not.toContain(email)
    await createSeller(shop.db, { email, password: passwordOfTests, name: 'Seller' })
    await expect(setSellerPassword(shop.db, email, 'password1')).rejects.toMatchObject({ code: 'password_common' })
    expect((await signedIn(email, passwordOfTests)).success).toBe(true)
  })

  test('a seller’s account with a new password has no known browsers', async () => {
    const email = anEmail()
    await createSeller(shop.db, { email, password: passwordOfTests, name: 'Seller' })
    const { someone } = await signedIn(email, passwordOfTests)
    const browser = someone.jar.get('talad_device')
    expect(await isKnownBrowser(shop.db, 'seller', email, browser)).toBe(true)
    await setSellerPassword(shop.db, email, 'another kettle')
    expect(await isKnownBrowser(shop.db, 'seller', email, browser)).toBe(false)
  })

  test('has no session after a new password or its deletion', async () => {
    const email = anEmail()
    await createSeller(shop.db, { email, password: passwordOfTests, name: 'Seller' })
    const isIn = async ({ someone }: Awaited<ReturnType<typeof signedIn>>) =>
      (await someone.get('/api/seller/is-auth')).json.success
    const before = await signedIn(email, passwordOfTests)
    expect(await setSellerPassword(shop.db, email.toUpperCase(), 'another kettle')).toBe(true)
    expect(await isIn(before)).toBe(false)
    const after = await signedIn(email, 'another kettle')
    expect(await isIn(after)).toBe(true)
    expect(await removeSeller(shop.db, email.toUpperCase())).toBe(true)
    expect(await isIn(after)).toBe(false)
    expect(await removeSeller(shop.db, email)).toBe(false)
    expect(await setSellerPassword(shop.db, email, 'another kettle')).toBe(false)
  })
})

describe('the demo’s seller', () => {
  test('gets a generated password at the first start, stored readable only by the owner, and keeps it', async () => {
    const dataDir = await mkdtemp(join(folder, 'first-'))
    const config = { dataDir, sellerEmail: anEmail().toUpperCase(), sellerPassword: undefined }
    const first = await ensureDemoSeller(shop.db, config)
    expect(first.email).toBe(config.sellerEmail.toLowerCase())
    expect(first.password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    expect(await readFile(join(dataDir, 'demo-seller-password'), 'utf8')).toBe(first.password)
    expect((await stat(join(dataDir, 'demo-seller-password'))).mode & 0o777).toBe(0o600)
    const { someone } = await signedIn(first.email, first.password)
    expect(await ensureDemoSeller(shop.db, config)).toEqual({ ...first, isNew: false })
    // The first of the staff can do everything, also after further starts.
    expect((await someone.get('/api/seller/is-auth')).json).toMatchObject({ success: true, role: 'owner' })

    const other = { ...config, dataDir: await mkdtemp(join(folder, 'other-')), sellerEmail: anEmail() }
    expect((await ensureDemoSeller(shop.db, other)).password).not.toBe(first.password)
  })

  test('uses the password of the settings, also in place of a generated one', async () => {
    const config = { dataDir: await mkdtemp(join(folder, 'set-')), sellerEmail: anEmail(), sellerPassword: undefined }
    const { email, password: generated } = await ensureDemoSeller(shop.db, config)
    const set = await ensureDemoSeller(shop.db, { ...config, sellerPassword: passwordOfTests })
    expect(set).toEqual({ email, password: passwordOfTests, isNew: true })
    expect((await signedIn(email, generated)).success).toBe(false)
    expect((await signedIn(email, passwordOfTests)).success).toBe(true)
    expect(await ensureDemoSeller(shop.db, config)).toEqual({ ...set, isNew: false })
  })

  test('keeps a password that the owner set, until the settings have one', async () => {
    const config = { dataDir: await mkdtemp(join(folder, 'own-')), sellerEmail: anEmail(), sellerPassword: undefined }
    const { email } = await ensureDemoSeller(shop.db, config)
    await setSellerPassword(shop.db, email, 'another kettle')
    expect(await ensureDemoSeller(shop.db, config)).toEqual({ email, password: undefined, isNew: false })
    expect((await signedIn(email, 'another kettle')).success).toBe(true)
    const set = { ...config, sellerPassword: passwordOfTests }
    expect(await ensureDemoSeller(shop.db, set)).toEqual({ email, password: passwordOfTests, isNew: true })
    expect((await signedIn(email, passwordOfTests)).success).toBe(true)
    await setSellerPassword(shop.db, email, 'another kettle')
    expect(await ensureDemoSeller(shop.db, set)).toEqual({ email, password: passwordOfTests, isNew: false })
    expect((await signedIn(email, 'another kettle')).success).toBe(false)
  })

  test('gets a new password if the file with it is missing', async () => {
    const dataDir = await mkdtemp(join(folder, 'lost-'))
    const config = { dataDir, sellerEmail: anEmail(), sellerPassword: undefined }
    const first = await ensureDemoSeller(shop.db, config)
    await rm(join(dataDir, 'demo-seller-password'))
    const second = await ensureDemoSeller(shop.db, config)
    expect(second.password).not.toBe(first.password)
    expect((await signedIn(second.email, second.password)).success).toBe(true)
  })
})

test('the staff of the demo in Bangkok are created once, with the demo seller’s password, and leave with the demo', async () => {
  const owner = { email: `owner@${newId()}.example`, password: passwordOfTests, isNew: true }
  const emails = await ensureDemoStaff(shop.db, owner)
  expect(emails.map((email) => email.split('@')[0])).toEqual(['manager', 'picker', 'rider'])
  expect(await ensureDemoStaff(shop.db, { ...owner, password: undefined })).toEqual(emails)
  const picker = person(shop)
  await picker.post('/api/seller/login', { email: emails[1], password: passwordOfTests })
  expect((await picker.get('/api/seller/is-auth')).json).toMatchObject({ email: emails[1], role: 'picker' })
  expect((await demoDataOf(shop.db)).sellers).toEqual(expect.arrayContaining(emails))

  // A password that one of them chose stays at further starts, but not in a restored shop, which prints one for all.
  const logIn = (password: string) => person(shop).post('/api/seller/login', { email: emails[1], password })
  await setSellerPassword(shop.db, emails[1] ?? '', 'another kettle')
  await ensureDemoStaff(shop.db, { ...owner, isNew: false })
  expect((await logIn('another kettle')).json.success).toBe(true)
  await ensureDemoStaff(shop.db, { ...owner, password: 'a third kettle' })
  expect((await logIn('a third kettle')).json.success).toBe(true)
})
