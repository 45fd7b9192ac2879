import type { FastifyReply, FastifyRequest } from 'fastify'
import { paymentReturnPath } from '../../../contract/payments/payment-return.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import type { Db } from '../../database/database.ts'
import type { App } from '../../http/calls/calls.ts'
import { pageLanguageOf } from '../../http/request/language.ts'
import { findSandboxSession } from './queries.ts'
import { actOnSandboxPage, sandboxPath } from './sandbox-gateway.ts'
import { closedPage, sandboxPolicy, unpaidPage } from './sandbox-page.ts'

export type SandboxDeps = { db: Db; shop: ShopConfig }

type Page = { Params: { session: string } }

/** The pages of the sandbox gateway, to pay or decline on. They don't exist in production. */
export function sandboxRoutes(app: App, { db, shop }: SandboxDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    })

    scope.get<Page>(`${sandboxPath}/:session`, async (request, reply) => {
      const session = await findSandboxSession(db, request.params.session)
      const language = languageOfPage(request, shop)
      if (!session) return page(reply, closedPage(shop, 'unknown', language), 404)
      const { state } = session
      return page(
        reply,
        state === 'open' ? unpaidPage(shop, session.page, language) : closedPage(shop, state, language),
      )
    })

    scope.post<Page & { Body: { act?: string } | undefined }>(`${sandboxPath}/:session`, async (request, reply) => {
      const { session } = request.params
      const act = request.body?.act
      // Unknown or late actions are redirected to the page, which shows its state.
      const found = await findSandboxSession(db, session)
      if (!found || (act !== 'pay' && act !== 'decline') || !(await actOnSandboxPage(db, session, act)))
        return reply.redirect(`${sandboxPath}/${encodeURIComponent(session)}`, 303)
      const payment = act === 'pay' ? 'done' : 'cancelled'
      return reply.redirect(paymentReturnPath({ order: found.page.orderId, payment }), 303)
    })
  })
}

const languageOfPage = (request: FastifyRequest, shop: ShopConfig) =>
  pageLanguageOf(request.headers, new URLSearchParams(request.url.split('?')[1] ?? ''), shop)

function page(reply: FastifyReply, html: string, status = 200) {
  reply.header('content-security-policy', sandboxPolicy).header('cache-control', 'no-store')
  return reply.code(status).type('text/html; charset=utf-8').send(html)
}
