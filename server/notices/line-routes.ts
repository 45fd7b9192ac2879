import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import { refusals } from '../../contract/messages/refusals.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { allNoticeKinds, lineEventsPath } from '../../contract/staff/notices.ts'
import type { Language } from '../../contract/values/languages.ts'
import { serverLimits } from '../../contract/values/limits.ts'
import { refuse } from '../common/refusal.ts'
import { consumeRateLimit } from '../database/rate-limit.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller } from '../http/calls/sessions.ts'
import { languageOf } from '../http/request/language.ts'
import { kindsOf } from './kinds-of.ts'
import { type LineDeps, openLine, refusalOfFailure, removeLineChannel, saveLine, tryLine } from './line-channel.ts'
import { handleLineEvents } from './line-events.ts'
import { findLineChannel, lineGroups } from './line-queries.ts'
import { isSignedByLine } from './line-signature.ts'
import { lineText } from './notice-text.ts'

/** Messages to try the channel, of all owners: each waits for LINE. */
const tryRateLimit = { limit: 20, perSeconds: 3600 }

/** The calls of the shop's channel at LINE, and its signed events. */
export function lineRoutes(
  app: App,
  deps: LineDeps & {
    publicUrl: string
    shop: Pick<ShopConfig, 'currency' | 'timeZone'>
  },
): void {
  const { db, secret, publicUrl, shop } = deps
  const moment = (at: Date | null | undefined) => at?.toISOString() ?? null

  async function lineNow(request: FastifyRequest) {
    const [channel, groups] = await Promise.all([findLineChannel(db), lineGroups(db)])
    const { failure, failingSince } = channel ?? {}
    return {
      isSet: channel !== undefined,
      webhook: `${publicUrl}${lineEventsPath}`,
      recipient: channel?.recipient ?? null,
      kinds: kindsOf(channel ?? allNoticeKinds),
      language: channel?.language ?? languageOf(request),
      tokenAt: moment(channel?.tokenAt),
      secretAt: moment(channel?.secretAt),
      groups: groups.map(({ id, name, eventAt }) => ({ id, name, heardAt: eventAt.toISOString() })),
      heardAt: moment(channel?.heardAt),
      sentAt: moment(channel?.sentAt),
      failure:
        failure && failingSince
          ? {
              code: failure,
              message: refusals[refusalOfFailure[failure]][languageOf(request)],
              since: failingSince.toISOString(),
            }
          : null,
      version: channel?.version ?? 0,
      changedBy: channel?.changedBy ?? null,
      changedAt: moment(channel?.changedAt),
    }
  }

  addCall(app, calls.notice.line, lineNow)

  addCall(app, calls.notice.saveLine, async (request) => {
    const { seen, ...typed } = request.body
    const seller = requireSeller(request)
    await saveLine({ db, secret }, typed, { seen, by: seller.email })
    const { kinds } = typed
    request.log.info({ seller: seller.id, ...kinds }, 'changed the notices by LINE')
    return { message: successMessage(request, 'setting_saved'), ...(await lineNow(request)) }
  })

  addCall(app, calls.notice.removeLine, async (request) => {
    await removeLineChannel(db, request.body.seen)
    request.log.info({ seller: requireSeller(request).id }, 'removed the channel at LINE')
    return { message: successMessage(request, 'line_removed'), ...(await lineNow(request)) }
  })

  addCall(app, calls.notice.tryLine, async (request) => {
    await consumeRateLimit(db, 'line-trials', tryRateLimit)
    const { currency, timeZone } = shop
    const textIn = (language: Language) =>
      lineText({ about: 'trial' }, { order: undefined, language, symbol: currency.symbol, timeZone, publicUrl })
    await tryLine(deps, { retryKey: randomUUID(), textIn })
    return { message: successMessage(request, 'line_sent'), ...(await lineNow(request)) }
  })

  app.register(async (scope) => {
    // The signature is over the raw bytes of the body.
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: serverLimits.jsonBytes } as const
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    scope.post(lineEventsPath, async (request) => {
      const { body, headers } = request
      const signature = headers['x-line-signature']
      if (typeof signature !== 'string' || !Buffer.isBuffer(body)) return refuse('line_unsigned')
      const channel = await findLineChannel(db)
      const channelSecret = channel && openLine(secret, 'secret', channel.secret)
      if (!channelSecret || !isSignedByLine(body, signature, channelSecret)) {
        request.log.warn('rejected events for the channel at LINE: their signature is not valid')
        return refuse('line_unsigned')
      }
      await handleLineEvents(db, body.toString('utf8'))
      return { success: true, message: 'Noted' }
    })
  })
}
