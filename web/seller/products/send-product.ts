import { callPaths } from '../../../contract/call-paths.ts'
import type { Calls } from '../../../contract/calls.ts'
import type { Reply } from '../../../contract/client.ts'
import type { ProductEdit, ProductInput } from '../../../contract/entities.ts'
import { reportLost, reportReached } from '../../client/connection.ts'

type Sent = { add: ProductInput; edit: ProductEdit }

/**
 * Sends a new or edited product with its new pictures. `onProgress` gets the fraction that has been sent, from 0 to 1,
 * which `fetch` doesn't report. Resolves with the reply whatever its status; rejects if there is none. `attempt` is the
 * Idempotency-Key: resent after a lost response, nothing is added twice.
 */
export function sendProduct<C extends keyof Sent>(
  call: C,
  product: Sent[C],
  pictures: readonly File[],
  onProgress: (sent: number) => void,
  attempt?: string,
): Promise<Reply<Calls['product'][C]>> {
  const body = new FormData()
  body.append('productData', JSON.stringify(product))
  for (const picture of pictures) body.append('images', picture)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const { method, url } = callPaths.product[call]
    request.open(method, url)
    request.setRequestHeader('accept', 'application/json')
    if (attempt) request.setRequestHeader('idempotency-key', attempt)
    request.setRequestHeader('accept-language', document.documentElement.lang)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    }
    request.onload = () => {
      const reply = envelopeOf(request.responseText)
      if (!reply) return reject(new Error(`${request.status} ${request.statusText}`.trim()))
      reportReached()
      resolve((reply.success ? reply : { ...reply, status: request.status }) as Reply<Calls['product'][C]>)
    }
    request.onerror = () => {
      reportLost()
      reject(new Error('no reply'))
    }
    request.send(body)
  })
}

/** A proxy's page isn't a reply of the shop. */
function envelopeOf(text: string): { success: unknown } | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && 'success' in json ? json : undefined
  } catch {
    return undefined
  }
}
