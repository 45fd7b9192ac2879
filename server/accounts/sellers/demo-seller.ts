import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { roleNames } from '../../../contract/staff/staff-roles.ts'
import { emailOf } from '../../common/email.ts'
import type { Db } from '../../database/database.ts'
import { demoSellerName } from '../../domain/demo-seller-name.ts'
import type { Config } from '../../start/config.ts'
import { sellers } from '../queries.ts'
import { createSeller, isSellerPassword, setSellerPassword } from './sellers.ts'

/** The login to print. `isNew`: this password hasn't been printed before. */
export type DemoSeller = { email: string; password: string | undefined; isNew: boolean }

/**
 * Creates the demo's seller unless it exists, and returns the login to print. Without a password in the settings, the
 * first start generates one and stores it in the data folder, so that no build has a default password. The password is
 * undefined if the owner has changed it since; the changed one isn't overwritten, unless the stored one is missing, as
 * in a restored shop.
 */
export async function ensureDemoSeller(
  db: Db,
  config: Pick<Config, 'dataDir' | 'sellerEmail' | 'sellerPassword'>,
): Promise<DemoSeller> {
  const email = emailOf(config.sellerEmail)
  const file = join(config.dataDir, 'demo-seller-password')
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  const password = config.sellerPassword ?? stored ?? generatedPassword()
  const known = (await sellers(db)).some((seller) => seller.email === email)
  if (!known) await createSeller(db, { email, password, name: demoSellerName })
  else if (!(await isSellerPassword(db, email, password))) {
    if (password === stored && !config.sellerPassword) return { email, password: undefined, isNew: false }
    await setSellerPassword(db, email, password)
  }
  const isNew = password !== stored
  if (isNew) await writeFile(file, password, { mode: 0o600 })
  return { email, password, isNew }
}

/**
 * Creates the staff of the demo in Bangkok unless they exist: a manager, a picker and a rider, at the domain of the
 * demo's seller and with the same password, which they also get if the seller has a new one. Returns their addresses.
 */
export async function ensureDemoStaff(db: Db, seller: DemoSeller): Promise<string[]> {
  const known = new Set((await sellers(db)).map(({ email }) => email))
  const domain = seller.email.slice(seller.email.lastIndexOf('@'))
  const emails: string[] = []
  for (const role of ['manager', 'picker', 'rider'] as const) {
    const email = `${role}${domain}`
    const { password, isNew } = seller
    if (!known.has(email)) {
      if (password === undefined) continue
      await createSeller(db, { email, password, name: `${demoSellerName} (${roleNames[role].en})`, role })
    } else if (isNew && password !== undefined) await setSellerPassword(db, email, password)
    emails.push(email)
  }
  return emails
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

function generatedPassword(): string {
  const part = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [part(), part(), part()].join('-')
}
