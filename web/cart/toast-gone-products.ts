import { api } from '../client/api.ts'
import { m } from '../messages/messages.ts'
import { sizedName } from '../product/sized-name.ts'
import { toast } from '../ui/toast.ts'

/** Shows a toast with those of these products, removed from the cart, that the shop no longer sells. */
export async function toastGoneProducts(ids: readonly string[]): Promise<void> {
  const reply = await api.product.byIds({ ids: ids.join(',') }).catch(() => undefined)
  if (!reply?.success) return
  const there = new Set(reply.products.map(({ _id }) => _id))
  const goneIds = ids.filter((id) => !there.has(id))
  if (goneIds.length > 0) toast.error(goneMessage(goneIds, reply.gone))
}

type GoneProduct = Parameters<typeof sizedName>[0] & { _id: string }

/** Returns the message that products are no longer sold, with their names if the shop has sent all of them. */
export function goneMessage(ids: readonly string[], products: readonly GoneProduct[] = []): string {
  const names = products.filter(({ _id }) => ids.includes(_id)).map(sizedName)
  return names.length === ids.length
    ? m.cart_gone_named({ names: names.join(', ') })
    : m.cart_gone({ count: ids.length })
}
