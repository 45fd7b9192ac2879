import { isLoopbackName } from '../../common/loopback.ts'
import { Refusal } from '../../common/refusal.ts'
import type { App } from './calls.ts'

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Refuses requests that didn't come from this machine: a demo marks orders as paid and shows every mail. A website can
 * point its own name at 127.0.0.1 (DNS rebinding), but then the Host header has that name; a proxy adds headers.
 * @param address the demo's own URL, for the message
 */
export function guardDemo(app: App, address: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request
    // Only old programs omit the Host header; browsers can't.
    const here = headers.host === undefined || isLoopbackName(headers.host.replace(/:\d*$/, ''))
    const forwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
    done(here && !forwarded ? undefined : new Refusal('demo_elsewhere', { values: { address } }))
  })
}
