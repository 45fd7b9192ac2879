import type { AccountsOptions, openLibrary } from './accounts-library.ts'

/** Gives the accounts of shoppers and sellers. */
export type Accounts = () => Promise<ReturnType<typeof openLibrary>>

/**
 * The accounts of a shop. Their library is loaded when the first person signs in or registers: it takes a tenth of a
 * second, which a shop that opens has better use for.
 */
export function makeAccounts(options: AccountsOptions): Accounts {
  let library: ReturnType<Accounts> | undefined
  return () => {
    library ??= import('./accounts-library.ts').then(({ openLibrary }) => openLibrary(options))
    return library
  }
}
