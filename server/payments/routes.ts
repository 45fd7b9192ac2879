import { noticePath } from '../../contract/call-paths.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../common/refusal.ts'
import type { App } from '../http/edge.ts'
import type { Gateway, Notice } from './gateway.ts'

export type PaymentDeps = {
  gateway: Gateway
  /** Does what a notification asks for. When it fails the gateway sends the notification again. */
  takeNotice: (notice: Notice) => Promise<void>
}

/** The door for the gateway's notifications: whoever knocks, only a signature is believed. */
export function paymentRoutes(app: App, { gateway, takeNotice }: PaymentDeps): void {
  app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.jsonBytes }, (_request, body, done) => {
      done(null, body)
    })
    scope.post(noticePath, async (request) => {
      const signature = request.headers['stripe-signature']
      const body = request.body
      if (typeof signature !== 'string' || !Buffer.isBuffer(body)) return refuse('notice_unsigned')
      const notice = await gateway.readNotice(body, signature).catch((error: Error) => {
        request.log.warn({ err: error }, 'a payment notification was not believed')
        return refuse('notice_unsigned')
      })
      request.log.info({ notice: notice.id, kind: notice.kind, order: notice.orderId }, 'payment notification')
      await takeNotice(notice)
      return { success: true, message: 'Noted' }
    })
  })
}
