import fastify from 'fastify'

/*
 * The limit for responses from memory: a bare Fastify server that sends fixed responses, in a process of its own, as
 * the shop is.
 */

export type BareAnswer = { url: string; status: number; headers: Record<string, string>; body: string }

const app = fastify()

process.on('message', async (answers: BareAnswer[]) => {
  for (const { url, status, headers, body } of answers) {
    const bytes = Buffer.from(body, 'base64')
    app.get(url, (_request, reply) => {
      reply.code(status).headers(headers).send(bytes)
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({ port: (app.server.address() as { port: number }).port })
})
process.on('disconnect', () => process.exit())
