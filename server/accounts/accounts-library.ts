import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { betterAuth } from 'better-auth'
import { newId } from '../common/ids.ts'
import type { Db } from '../database/database.ts'
import { hashOfToken, lifetimes, newToken } from '../http/sessions.ts'
import { hashPassword, verifyPassword } from './password.ts'

export type AccountsOptions = { db: Db; secret: string; publicUrl: string }

/**
 * The two kinds of account, each an instance of the accounts library over tables of its own. It keeps users and
 * credentials and opens sessions; reading sessions and one-time codes are ours.
 */
export function openLibrary({ db, secret, publicUrl }: AccountsOptions) {
  const common = {
    secret,
    baseURL: publicUrl,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 1,
      maxPasswordLength: 1024,
      // The library hashes a made-up password for an unknown address, so both take the same time.
      password: {
        hash: hashPassword,
        verify: ({ hash, password }: { hash: string; password: string }) => verifyPassword(hash, password),
      },
    },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    advanced: { database: { generateId: () => newId() } },
  }
  return {
    shoppers: betterAuth({
      ...common,
      database: withHashedTokens(db),
      user: { modelName: 'shopper', additionalFields: { language: { type: 'string' as const, input: true } } },
      session: { modelName: 'shopperSession', fields: { userId: 'shopperId' }, expiresIn: lifetimes.shopper.idle },
      account: { modelName: 'shopperCredential', fields: { userId: 'shopperId' } },
    }),
    sellers: betterAuth({
      ...common,
      // An adapter of its own: the library's remembers the tables of the last instance that it was given to, and a
      // shared one would write shoppers among the sellers.
      database: withHashedTokens(db),
      user: { modelName: 'seller' },
      session: { modelName: 'sellerSession', fields: { userId: 'sellerId' }, expiresIn: lifetimes.seller.idle },
      account: { modelName: 'sellerCredential', fields: { userId: 'sellerId' } },
    }),
  }
}

/**
 * The library stores session tokens as they are. This keeps only their hash in the database, and makes them of 256
 * random bits; the caller of a sign-in still gets the token itself.
 */
function withHashedTokens(db: Db) {
  const adapterFor = kyselyAdapter(db, { type: 'postgres', transaction: true })
  type Adapter = ReturnType<typeof adapterFor>
  type Create = Adapter['create']
  const hashing = (create: Create): Create =>
    (async (wish: Parameters<Create>[0]) => {
      if (wish.model !== 'session') return create(wish)
      const token = newToken()
      const row = await create({ ...wish, data: { ...wish.data, token: hashOfToken(token) } })
      return { ...row, token }
    }) as Create
  return (options: Parameters<typeof adapterFor>[0]): Adapter => {
    const adapter = adapterFor(options)
    return {
      ...adapter,
      create: hashing(adapter.create),
      transaction: (work) => adapter.transaction((tx) => work({ ...tx, create: hashing(tx.create as Create) })),
    }
  }
}
