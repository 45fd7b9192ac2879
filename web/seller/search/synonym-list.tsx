import { useState } from 'react'
import type { Synonym } from '../../../contract/entities/search.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Trash2 } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { toastFailure } from '../ui/toast-failure.ts'
import { SynonymForm } from './synonym-form.tsx'

/** The shop's own synonyms, and the form that adds one. */
export function SynonymList({ synonyms, onChanged }: { synonyms: readonly Synonym[]; onChanged: () => void }) {
  const [removing, setRemoving] = useState<string>()

  async function remove({ _id, from, to }: Synonym) {
    if (removing !== undefined) return
    setRemoving(_id)
    const restore = () => change(() => sellerApi.search.addSynonym({ from, to }), undefined)
    await change(() => sellerApi.search.removeSynonym({ id: _id }), {
      label: m.seller_undo(),
      onClick: () => void restore(),
    })
    setRemoving(undefined)
  }

  async function change(
    send: () => Promise<{ success: boolean; message: string }>,
    undo: { label: string; onClick: () => void } | undefined,
  ) {
    try {
      const reply = await send()
      if (reply.success) toast.success(reply.message, undo && { action: undo })
      else toast.error(reply.message)
      onChanged()
    } catch (error) {
      toastFailure(error)
    }
  }

  return (
    <>
      <SynonymForm onAdded={onChanged} />
      {synonyms.length === 0 ? (
        <p className="mt-4 text-muted">{m.searchWords_synonyms_none()}</p>
      ) : (
        <ul className="mt-4 grid divide-y divide-line border-line border-t">
          {synonyms.map((synonym) => (
            <li key={synonym._id} className="flex items-center gap-3 py-1.5">
              <p className="wrap-anywhere min-w-0 grow">
                {synonym.from} <span aria-hidden>↔</span>
                <span className="sr-only">{m.searchWords_means()}</span> {synonym.to}
              </p>
              <Button
                variant="ghost"
                aria-label={m.searchWords_remove({ from: synonym.from, to: synonym.to })}
                title={m.searchWords_remove({ from: synonym.from, to: synonym.to })}
                aria-disabled={removing !== undefined || undefined}
                pending={removing === synonym._id}
                onClick={() => remove(synonym)}
                className="size-11 shrink-0 px-0! text-muted!"
              >
                <Trash2 className="size-5" aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
