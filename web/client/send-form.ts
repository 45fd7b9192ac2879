import type { RefusalReply } from '../../contract/calls/call.ts'
import { reportReply } from './api.ts'
import { reportLost, reportReached } from './connection.ts'

type Path = { method: 'GET' | 'POST'; url: string }

type SendOptions = {
  headers?: Record<string, string>
  /** Called with the fraction that has been sent, from 0 to 1, which `fetch` doesn't report. */
  onProgress?: (sent: number) => void
}

/** Sends a form with files. Resolves with the reply whatever its status; rejects if there is none. */
export function sendForm<Success extends { success: true }>(
  { method, url }: Path,
  body: FormData,
  { headers = {}, onProgress }: SendOptions = {},
): Promise<Success | (RefusalReply & { status: number })> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    const all = { accept: 'application/json', 'accept-language': document.documentElement.lang, ...headers }
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onload = () => {
      const reply = envelopeOf(request.responseText)
      if (!reply) return reject(new Error(`${request.status} ${request.statusText}`.trim()))
      reportReached()
      reportReply(request.status, reply)
      resolve((reply.success ? reply : { ...reply, status: request.status }) as Success)
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
