import type { Synonym } from '../../../contract/entities/search.ts'
import { serverLimits } from '../../../contract/values/limits.ts'
import { newId } from '../../common/ids.ts'
import { normaliseText } from '../../common/normalise-text.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { fold } from '../text/fold.ts'
import { deleteNotFound, insertSynonym, lockAndCountSynonyms } from './synonym-queries.ts'

/**
 * Adds a synonym of the owner, and takes both sides off the list of searches that found nothing. Throws `malformed` at
 * a side of which the search compares nothing, `synonym_same` if it compares both sides as the same text,
 * `synonym_known` and `synonyms_full`.
 */
export async function addSynonym(db: Db, typed: { from: string; to: string }): Promise<Synonym> {
  const one = normaliseText(typed.from)
  const other = normaliseText(typed.to)
  const oneFolded = fold(one)
  const otherFolded = fold(other)
  const asField = (folded: string, field: string) =>
    folded === '' && refuse('malformed', { fields: { [field]: 'required' } })
  asField(oneFolded, 'from')
  asField(otherFolded, 'to')
  refuseUnless(oneFolded !== otherFolded, 'synonym_same')
  return inTransaction(db, async (tx) => {
    const max = serverLimits.synonyms
    if ((await lockAndCountSynonyms(tx)) >= max) refuse('synonyms_full', { values: { max: String(max) } })
    const synonym = await insertSynonym(tx, { id: newId(), one, other, oneFolded, otherFolded })
    refuseUnless(synonym, 'synonym_known')
    await deleteNotFound(tx, [oneFolded, otherFolded])
    return synonym
  })
}
