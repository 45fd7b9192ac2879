import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { type AddressDraft, draftOf } from '../../../addresses/address-form.ts'
import { keptDraft } from '../../drafts/kept-drafts.ts'
import { isEqual, withChanges } from '../../drafts/with-changes.ts'

type CorrectedOrder = Pick<SellerOrder, '_id' | 'address' | 'addressVersion'>

/** What is typed, and the address that it began with. */
type Correction = { version: number; before: AddressDraft; draft: AddressDraft }

/** Makes the draft of a correction of an order's address: that of the order, or the one that was kept. */
export function makeAddressCorrection(order: CorrectedOrder) {
  const kept = keptDraft<Correction>(`address ${order._id}`)
  const found = kept.find()
  let current = found ?? {
    version: order.addressVersion,
    before: draftOf(order.address),
    draft: draftOf(order.address),
  }

  const isChanged = () => !isEqual(current.draft, current.before)

  function set(next: Correction): void {
    current = next
    if (isChanged()) kept.store(next)
    else kept.delete()
  }

  return {
    /** Whether it was typed before the session ended or the order left the screen. */
    wasKept: found !== undefined,
    draft: () => current.draft,
    isChanged,
    type: (draft: AddressDraft) => set({ ...current, draft }),
    /**
     * Puts what was typed into the address of an order that a colleague has corrected. Returns the new values of the
     * fields; undefined if it wasn't corrected since.
     */
    follow({ address, addressVersion }: CorrectedOrder): AddressDraft | undefined {
      if (addressVersion <= current.version) return undefined
      const now = draftOf(address)
      set({ version: addressVersion, before: now, draft: withChanges(now, current) })
      return current.draft
    },
    /** Deletes what is kept: the correction is saved or given up. */
    discard: () => kept.delete(),
  }
}
