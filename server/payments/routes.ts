import { webhookPath } from '../../contract/paths/call-paths.ts'
import { serverLimits } from '../../contract/values/limits.ts'
import { refuse } from '../common/refusal.ts'
import type { App } from '../http/calls/calls.ts'
import type { Gateway, PaymentEvent } from './gateway.ts'

export type PaymentDeps = {
  gateway: Gateway
  /** Handles an event. If it throws, the gateway sends the event again. */
  handleEvent: (event: PaymentEvent) => Promise<void>
}

/** The webhook endpoint for the gateway's events. Rejects requests without a valid signature. */
export function paymentRoutes(app: App, { gateway, handleEvent }: PaymentDeps): void {
  app.register(async (scope) => {
    // The signature is over the raw bytes of the body.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: serverLimits.jsonBytes },
      (_request, body, done) => {
        done(null, body)
      },
    )
    scope.post(webhookPath, async (request) => {
      const signature = request.headers['stripe-signature']
      const body = request.body
      if (typeof signature !== 'string' || !Buffer.isBuffer(body)) return refuse('event_unsigned')
      const event = await gateway.readEvent(body, signature).catch((error: Error) => {
        request.log.warn({ err: error }, 'rejected a webhook event: its signature is not valid')
        return refuse('event_unsigned')
      })
      request.log.info({ event: event.id, kind: event.kind, order: event.orderId }, 'payment event')
      await handleEvent(event)
      return { success: true, message: 'Noted' }
    })
  })
}
