import swagger from '@fastify/swagger'
import reference from '@scalar/fastify-api-reference'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { calls } from '../../contract/calls.ts'
import type { App } from './edge.ts'

/** Prints the reference of every call at /api/docs, from the same table that the routes come from. */
export async function apiReference(app: App, shopName: string): Promise<void> {
  const urls = new Set(Object.values(calls).flatMap((group) => Object.values(group).map((call) => String(call.url))))
  await app.register(swagger, {
    openapi: { info: { title: `${shopName}: calls`, version: '1' } },
    transform: (route) =>
      urls.has(route.url) ? jsonSchemaTransform(route as never) : { schema: { hide: true } as never, url: route.url },
  })
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      // The reference is a program of its own, for developers only, and draws itself with inline styles and scripts.
      reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'",
      )
    })
    await docs.register(reference, { routePrefix: '/api/docs', configuration: { withDefaultFonts: false } })
  })
}
