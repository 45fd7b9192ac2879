import fastify from 'fastify'

/*
 * The limit for replies from memory: a bare Fastify server that sends fixed replies, in a process of its own, as the
 * shop is.
 */

export type BareReply = { url: string; status: number; headers: Record<string, string>; body: string }

const app = fastify()

process.on('message', async (replies: BareReply[]) => {
  for (const { url, status, headers, body } of replies) {
    const bytes = Buffer.from(body, 'base64')
    app.get(url, (_request, reply) => {
      reply.code(status).headers(headers).send(bytes)
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({ port: (app.server.address() as { port: number }).port })
})
process.on('disconnect', () => process.exit())
