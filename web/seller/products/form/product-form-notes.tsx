import { m } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { labelsOf } from '../draft/product-errors.ts'
import type { StoredDraft } from '../draft/stored-draft.ts'

/** Says that a draft was restored, and how it was merged if another person had changed the product too. */
export function DraftNote({ stored, drop, onDrop }: { stored: StoredDraft; drop: string; onDrop: () => void }) {
  const { merged } = stored
  const isPictureLost = stored.lostPictures && !stored.pictures?.some((each) => each?.file)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-tile bg-mango-soft py-1.5 ps-4 pe-1.5">
      <p role="status" className="min-w-[min(12rem,100%)] flex-1 py-1.5">
        {merged ? m.sellerProducts_merged() : m.sellerProducts_draft_back()}
        {isPictureLost && <strong className="block font-semibold">{m.sellerProducts_draft_pictures()}</strong>}
        {merged && merged.taken.length > 0 && (
          <span className="block">{m.sellerProducts_merged_theirs({ fields: labelsOf(merged.taken) })}</span>
        )}
        {merged && merged.clashes.length > 0 && (
          <strong className="block font-semibold">
            {m.sellerProducts_merged_both({ fields: labelsOf(merged.clashes) })}
          </strong>
        )}
      </p>
      <Button variant="ghost" onClick={onDrop} className="max-[26rem]:-ms-4">
        {drop}
      </Button>
    </div>
  )
}

/** The choice after another person saved the product: merge the input with it, or discard the input. */
export function NewestChoice({ onChoose }: { onChoose: (keepDraft: boolean) => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="soft" onClick={() => onChoose(true)}>
        {m.sellerProducts_merge()}
      </Button>
      <Button variant="outline" onClick={() => onChoose(false)}>
        {m.sellerProducts_load_newest()}
      </Button>
    </div>
  )
}

/** The progress of the upload; after it, that the shop is processing the pictures. */
export function Progress({ sent = 0 }: { sent?: number }) {
  const percent = Math.floor(sent * 100)
  return (
    <ProgressBar
      done={sent}
      text={percent >= 100 ? m.sellerProducts_preparing() : m.sellerProducts_uploading({ percent })}
    />
  )
}
