import type { Session } from '../client/make-session.ts'
import { onSessionChecked, sessionNow } from '../client/session.ts'

/*
 * Typed text of the forms of full tax invoices, by order. The form closes when the session expires, and its text is
 * there again after the login. It is forgotten once the shopper closes the form, logs out or reloads the page, or
 * another shopper signs in.
 */

type Fields = Readonly<Record<string, string>>

export type TaxInvoiceDraft = {
  /** Returns the typed text by field; undefined if there is none. */
  find: () => Fields | undefined
  store: (typed: Fields) => void
  delete: () => void
}

/** Makes the drafts of the shopper of `session`. */
export function makeTaxInvoiceDrafts(session: Pick<Session, 'user' | 'expired'>) {
  const drafts = new Map<string, Fields>()
  let shopperId = session.user?._id
  return {
    of: (orderId: string): TaxInvoiceDraft => ({
      find: () => drafts.get(orderId),
      store: (typed) => void drafts.set(orderId, typed),
      delete: () => void drafts.delete(orderId),
    }),
    isEmpty: () => drafts.size === 0,
    /** To be called when the session may have changed. */
    handleSession({ user, expired }: Pick<Session, 'user' | 'expired'>): void {
      if (user?._id === shopperId || (!user && expired)) return
      drafts.clear()
      shopperId = user?._id
    },
  }
}

export const taxInvoiceDrafts = makeTaxInvoiceDrafts(sessionNow())
onSessionChecked(taxInvoiceDrafts.handleSession)
