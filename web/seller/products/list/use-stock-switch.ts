import { useEffect, useRef, useState } from 'react'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { withRetries } from '../../../client/with-retries.ts'
import { toast } from '../../../ui/toast.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { toastFailure } from '../../ui/toast-failure.ts'

/**
 * The stock switches of a list. Each shows the new state at once, and reverts if the shop refuses or is unreachable.
 * Presses during a call are sent after it, so that the last one wins. `reload` reads the list again.
 */
export function useStockSwitch(products: readonly SellerProduct[] | undefined, reload: () => void) {
  const [sentStates, setSentStates] = useState<Readonly<Record<string, boolean>>>({})
  const latest = useRef(new Map<string, boolean>())
  const running = useRef(new Set<string>())

  const publish = () => setSentStates(Object.fromEntries(latest.current))

  // A list read after the reply has the state itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the list that has just come
  useEffect(() => {
    for (const id of latest.current.keys()) if (!running.current.has(id)) latest.current.delete(id)
    publish()
  }, [products])

  async function set(id: string, inStock: boolean) {
    latest.current.set(id, inStock)
    publish()
    if (running.current.has(id)) return
    running.current.add(id)
    try {
      let sent: boolean | undefined
      let message = ''
      while (sent !== latest.current.get(id)) {
        const inStock = latest.current.get(id) === true
        sent = inStock
        const reply = await withRetries(() => sellerApi.product.stock({ id, inStock }))
        if (!reply.success) throw new Error(reply.message)
        message = reply.message
      }
      toast.success(message)
    } catch (error) {
      toastFailure(error)
      latest.current.delete(id)
      publish()
    } finally {
      running.current.delete(id)
      reload()
    }
  }

  return { isOn: (product: SellerProduct) => sentStates[product._id] ?? product.switchedOn, set }
}
