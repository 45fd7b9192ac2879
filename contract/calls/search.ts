import * as z from 'zod'
import { idField, textField } from '../entities/fields.ts'
import { notFoundSearch, synonym } from '../entities/search.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { limits } from '../values/limits.ts'
import { call, doneReply } from './call.ts'

/** The seller's calls about the shop's search. */
export const searchCalls = {
  synonyms: call(sellerCallPaths.search.synonyms, {
    summary: "The shop's own synonyms, newest first; at most 500",
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), synonyms: z.array(synonym) },
  }),
  addSynonym: call(sellerCallPaths.search.addSynonym, {
    summary: 'Adds a synonym, which works both ways',
    access: 'seller',
    ours: true,
    body: z.object({ from: textField(limits.synonym), to: textField(limits.synonym) }),
    reply: { ...doneReply, synonym: synonym },
  }),
  removeSynonym: call(sellerCallPaths.search.removeSynonym, {
    summary: 'Removes a synonym; succeeds if it is gone already',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField }),
    reply: doneReply,
  }),
  notFound: call(sellerCallPaths.search.notFound, {
    summary: 'Searches that found nothing, the most frequent first; at most 100. Rare ones are left out',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), searches: z.array(notFoundSearch) },
  }),
  dismiss: call(sellerCallPaths.search.dismiss, {
    summary: 'Takes a search off the list of those that found nothing',
    access: 'seller',
    ours: true,
    body: z.object({ q: textField(limits.searchText) }),
    reply: doneReply,
  }),
}
