import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { type AddressDraft, draftOf } from '../../../addresses/address-form.ts'
import { makeDraft } from '../../drafts/draft.ts'

type CorrectedOrder = Pick<SellerOrder, '_id' | 'address' | 'addressVersion'>

/** What a correction begins with. */
const basisOf = ({ address, addressVersion }: CorrectedOrder) => ({ version: addressVersion, before: draftOf(address) })

/** Makes the draft of a correction of an order's address: that of the order, or the one that was kept. */
export function makeAddressCorrection(order: CorrectedOrder) {
  const { state, isUnsaved, change, rebase, discard } = makeDraft({
    name: `address ${order._id}`,
    read: basisOf(order),
    draftOf: ({ before }) => before,
  })
  return {
    /** Whether it was typed before the session ended or the order left the screen. */
    wasKept: isUnsaved(),
    draft: () => state.get().draft,
    isChanged: isUnsaved,
    type: change,
    /**
     * Puts what was typed into the address of an order that a colleague has corrected. Returns the new values of the
     * fields; undefined if it wasn't corrected since.
     */
    follow(current: CorrectedOrder): AddressDraft | undefined {
      if (current.addressVersion <= state.get().version) return undefined
      rebase(basisOf(current))
      return state.get().draft
    },
    /** Deletes what is kept: the correction is saved or given up. */
    discard,
  }
}
