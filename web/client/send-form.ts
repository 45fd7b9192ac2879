import type { RefusalReply } from '../../contract/calls/call.ts'
import { headersOf, lostReply, readEnvelope, reportReply } from './api.ts'
import { reportReached } from './connection.ts'

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
  { headers, onProgress }: SendOptions = {},
): Promise<Success | (RefusalReply & { status: number })> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headersOf(headers))) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onload = () => {
      let reply: { success: unknown }
      try {
        reply = readEnvelope(request.responseText, request)
      } catch (error) {
        return reject(lostReply(error, request))
      }
      reportReached()
      reportReply(request.status, reply)
      resolve((reply.success ? reply : { ...reply, status: request.status }) as Success)
    }
    request.onerror = () => reject(lostReply(new Error('no reply')))
    request.send(body)
  })
}
