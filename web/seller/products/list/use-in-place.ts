import { useLayoutEffect, useRef, useState } from 'react'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { type InPlaceOptions, makeInPlace } from './in-place.ts'

/** The state of a field edited in a list, of the same product and column as long as it is shown. */
export function useInPlace<V, S>(options: InPlaceOptions<V, S>) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const [field] = useState(() => makeInPlace(() => latest.current, readProduct))
  const { input, ...state } = field.state.use()
  const { type, discard, finish, answer } = field
  return { text: input ?? options.change.textOf(options.product), ...state, type, discard, finish, answer }
}

/** Returns the current product of the shop. */
async function readProduct(id: string): Promise<SellerProduct | undefined> {
  const reply = await sellerApi.product.seller({ id })
  return reply.success ? reply.products[0] : undefined
}
