import { calls } from '../../contract/calls.ts'
import { serverLimits } from '../../contract/values/limits.ts'
import { isId } from '../common/ids.ts'
import type { Db } from '../database/database.ts'
import { type App, addCall, successMessage } from '../http/calls.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import { requireSeller } from '../http/sessions.ts'
import { fold } from './fold.ts'
import { notFoundSearches } from './not-found.ts'
import { deleteNotFound, deleteSynonym, ownSynonyms } from './synonym-queries.ts'
import { addSynonym } from './synonyms.ts'

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
