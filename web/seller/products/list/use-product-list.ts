import { useEffect, useState } from 'react'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { useRead } from '../../../client/use-read.ts'
import { withRetries } from '../../../client/with-retries.ts'
import { m } from '../../../messages/messages.ts'
import { toast } from '../../../ui/toast.ts'
import { useThrottledOrderChanges } from '../../area/order-watch.ts'
import { rereadProblems } from '../../area/shop-problems.tsx'
import { sellerApi } from '../../client/seller-api.ts'
import { toastFailure } from '../../ui/toast-failure.ts'
import { hasChanged, type ProductPage, rememberedList, rememberList, updateRememberedList } from './last-list.ts'
import { type ListQuery, sellerListInput } from './list-query.ts'
import { useStockSwitch } from './use-stock-switch.ts'

/** Products of one page. */
const pageSize = 25

/** A page of the seller's products, updated after orders change stock and after edits in its rows. */
export function useProductList(query: ListQuery) {
  const key = JSON.stringify(query)
  const readPage = (options = {}) =>
    sellerApi.product.seller({ ...sellerListInput(query), limit: String(pageSize) }, options)
  const read = useRead(key, (signal) => readPage({ signal }))
  // While another page or search is loading, the old rows stay.
  const [shown, setShown] = useState<ProductPage | undefined>(() => rememberedList(key))
  /** Products that have changed since the list was read. */
  const [changed, setChanged] = useState<ReadonlyMap<string, SellerProduct>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the list that has just come
  useEffect(() => {
    if (!read.data) return
    setShown(read.data)
    setChanged(new Map())
    rememberList(key, read.data)
  }, [read.data])
  const list = read.data ?? (read.failure === undefined ? shown : undefined)
  const stock = useStockSwitch(list?.products, read.reload)
  const isArchive = query.stock === 'archived'
  const products = list?.products
    .map((product) => changed.get(product._id) ?? product)
    .filter(({ archivedAt }) => isArchive === (archivedAt !== null))

  function take(product: SellerProduct) {
    updateRememberedList(product)
    setChanged((before) => new Map(before).set(product._id, product))
  }

  /** Orders change stock: updates the shown rows, without adding or removing any. */
  async function reread() {
    const reply = await readPage().catch(() => undefined)
    if (reply?.success) for (const product of reply.products) takeNewer(product)
  }
  function takeNewer(product: SellerProduct) {
    setChanged((before) => {
      const known = before.get(product._id) ?? list?.products.find(({ _id }) => _id === product._id)
      return known && hasChanged(known, product) ? new Map(before).set(product._id, product) : before
    })
  }
  useThrottledOrderChanges(() => void reread())

  async function archive(product: SellerProduct, archived: boolean) {
    // Shown at once, and reverted if the shop refuses.
    take({ ...product, archivedAt: archived ? new Date().toISOString() : null })
    try {
      const reply = await withRetries(() => sellerApi.product.archive({ id: product._id, archived }))
      if (!reply.success) throw new Error(reply.message)
      take(reply.product)
      rereadProblems()
      toast.success(reply.message, {
        action: { label: m.seller_undo(), onClick: () => void archive(reply.product, !archived) },
      })
      read.reload()
    } catch (error) {
      take(product)
      toastFailure(error)
      read.reload()
    }
  }

  return { read, list, products, stock, take, archive }
}
