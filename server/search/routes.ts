import { calls } from '../../contract/calls.ts'
import { serverLimits } from '../../contract/values/limits.ts'
import { isId } from '../common/ids.ts'
import type { Db } from '../database/database.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller } from '../http/calls/sessions.ts'
import type { ResponseCache } from '../http/responses/response-cache.ts'
import { notFoundSearches } from './synonyms/not-found.ts'
import { deleteNotFound, deleteSynonym, ownSynonyms } from './synonyms/synonym-queries.ts'
import { addSynonym } from './synonyms/synonyms.ts'
import { fold } from './text/fold.ts'

/** The seller's calls: the shop's own synonyms, and the searches that found nothing. */
export function searchRoutes(app: App, { db, cache }: { db: Db; cache: ResponseCache }): void {
  addCall(app, calls.search.synonyms, async () => ({ synonyms: await ownSynonyms(db, serverLimits.synonyms) }))

  addCall(app, calls.search.addSynonym, async (request) => {
    const synonym = await addSynonym(db, request.body)
    cache.drop()
    request.log.info({ seller: requireSeller(request).id, from: synonym.from, to: synonym.to }, 'added a synonym')
    return { message: successMessage(request, 'synonym_added'), synonym }
  })

  addCall(app, calls.search.removeSynonym, async (request) => {
    const { id } = request.body
    if (isId(id)) await deleteSynonym(db, id)
    cache.drop()
    request.log.info({ seller: requireSeller(request).id, synonym: id }, 'removed a synonym')
    return { message: successMessage(request, 'synonym_removed') }
  })

  addCall(app, calls.search.notFound, async () => ({ searches: await notFoundSearches(db) }))

  addCall(app, calls.search.dismiss, async (request) => {
    await deleteNotFound(db, [fold(request.body.q)])
    return { message: successMessage(request, 'search_dismissed') }
  })
}
