import type { Calls } from '../../../../contract/calls.ts'
import type { Reply } from '../../../../contract/client.ts'
import type { ProductEdit, ProductInput } from '../../../../contract/entities/product.ts'
import { sellerCallPaths } from '../../../../contract/paths/seller-call-paths.ts'
import { sendForm } from '../../../client/send-form.ts'

type ProductBodies = { add: ProductInput; edit: ProductEdit }

/**
 * Sends a new or edited product with its new pictures. `onProgress` gets the fraction that has been sent, from 0 to 1.
 * Resolves with the reply whatever its status; rejects if there is none. `idempotencyKey`: resent after
 * a lost reply, nothing is added twice.
 */
export function sendProduct<C extends keyof ProductBodies>(
  call: C,
  product: ProductBodies[C],
  {
    pictures,
    onProgress,
    idempotencyKey,
  }: { pictures: readonly File[]; onProgress: (sent: number) => void; idempotencyKey?: string | undefined },
): Promise<Reply<Calls['product'][C]>> {
  const body = new FormData()
  body.append('productData', JSON.stringify(product))
  for (const picture of pictures) body.append('images', picture)

  return sendForm(sellerCallPaths.product[call], body, {
    onProgress,
    ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
  })
}
