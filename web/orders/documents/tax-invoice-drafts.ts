import type { Session } from '../../client/make-session.ts'
import { onSessionChecked, sessionNow } from '../../client/session.ts'

/*
 * Typed text of the forms of full tax invoices, by order. It is there again when a form is opened that was closed, by
 * the shopper or because the session has expired. It is forgotten once the invoice is made, when the shopper logs out
 * or reloads the page, or when another shopper signs in.
 */

type Fields = Readonly<Record<string, string>>

export type TaxInvoiceDraft = {
  /** Returns the typed text by field; undefined if there is none. */
  find: () => Fields | undefined
  store: (typed: Fields) => void
  /** To be called when the shopper closes the form. */
  close: () => void
  delete: () => void
}

/** Makes the drafts of the shopper of `session`. */
export function makeTaxInvoiceDrafts(session: Pick<Session, 'user' | 'expired'>) {
  const drafts = new Map<string, { typed: Fields; isOpen: boolean }>()
  let shopperId = session.user?._id
  return {
    of: (orderId: string): TaxInvoiceDraft => ({
      find: () => drafts.get(orderId)?.typed,
      store: (typed) => void drafts.set(orderId, { typed, isOpen: true }),
      close: () => {
        const draft = drafts.get(orderId)
        if (draft) drafts.set(orderId, { ...draft, isOpen: false })
      },
      delete: () => void drafts.delete(orderId),
    }),
    /** Returns whether a form with typed text is open, or was closed by the end of the session. */
    hasOpen: () => [...drafts.values()].some(({ isOpen }) => isOpen),
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
