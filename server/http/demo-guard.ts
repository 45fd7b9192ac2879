import { isLoopbackName } from '../common/loopback.ts'
import { Refusal } from '../common/refusal.ts'
import type { App } from './edge.ts'

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Refuses what didn't come from this machine: a demo marks orders as paid and shows everybody's mails. A page elsewhere
 * can point its own name at 127.0.0.1 (DNS rebinding), which the Host header gives away; a proxy names itself in the
 * headers that it adds.
 * @param address where the demo does answer, for the refusal's words
 */
export function guardDemo(app: App, address: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request
    // Only programs of old leave the Host header out; browsers can't.
    const here = headers.host === undefined || isLoopbackName(headers.host.replace(/:\d*$/, ''))
    const forwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
    done(here && !forwarded ? undefined : new Refusal('demo_elsewhere', { places: { address } }))
  })
}
