import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { calls } from '../../contract/calls.ts'
import type { App } from './edge.ts'

const place = '/api/docs'

// The reference is a program of its own, for developers only, and draws itself with inline styles and scripts.
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"

/**
 * Prints the reference of every call at /api/docs, from the same table that the routes come from. What prints it takes
 * memory and time, so it is loaded when somebody looks for the first time. Hears of the routes that come after it.
 */
export function apiReference(app: App, shopName: string): void {
  const urls = new Set(Object.values(calls).flatMap((group) => Object.values(group).map((call) => String(call.url))))
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (urls.has(route.url) && route.method !== 'HEAD') routes.push(route)
  })

  let opening: ReturnType<typeof openPrinter> | undefined
  app.addHook('onClose', async () => (await opening)?.close())
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    opening ??= openPrinter(routes, shopName)
    const printer = await opening
    const { statusCode, headers, rawPayload } = await printer.inject(request.url)
    if (statusCode === 404) return reply.callNotFound()
    const { date: _, connection: __, ...own } = headers
    return reply.code(statusCode).headers(own).header('content-security-policy', policy).send(rawPayload)
  }
  app.get(place, handler)
  app.get(`${place}/*`, handler)
}

/** A server that has the same routes, answers none of them, and tells about all. */
async function openPrinter(routes: readonly RouteOptions[], shopName: string) {
  const [{ default: fastify }, { default: swagger }, { default: reference }, { jsonSchemaTransform }] =
    await Promise.all([
      import('fastify'),
      import('@fastify/swagger'),
      import('@scalar/fastify-api-reference'),
      import('fastify-type-provider-zod'),
    ])
  const printer = fastify()
  printer.setValidatorCompiler(() => () => true)
  printer.setSerializerCompiler(() => JSON.stringify)
  await printer.register(swagger, {
    openapi: { info: { title: `${shopName}: calls`, version: '1' } },
    transform: jsonSchemaTransform,
  })
  await printer.register(reference, { routePrefix: place, configuration: { withDefaultFonts: false } })
  for (const { method, url, schema } of routes)
    printer.route({ method, url, ...(schema && { schema }), handler: (_request, reply) => reply.callNotFound() })
  await printer.ready()
  return printer
}
