import { useEffect, useRef, useState } from 'react'
import type { Product, SellerProduct } from '../../../contract/entities.ts'
import { m } from '../../messages/messages.ts'
import { focusHeading } from '../../page/focus-heading.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { LeaveGuard, useLeaveWarning } from './leave-guard.tsx'
import { PictureField } from './picture-field.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { ProductFields } from './product-fields.tsx'
import { DraftNote, NewestChoice, Progress } from './product-form-notes.tsx'
import type { Typed } from './typed-product.ts'
import { useProductDraft } from './use-product-draft.ts'
import { useProductSave } from './use-product-save.ts'

/** The category of the product that was added last: the next one's, until another is chosen. */
let lastCategory = ''

type ProductFormProps = {
  /** The product that is edited; a new one is added without. */
  product?: SellerProduct
  /** What a new product begins with: a copy of another. */
  copy?: Typed | undefined
  /** It is saved, as the shop has it now, which has said so. */
  onSaved: (saved: Product) => void
  /** Shows the product as it is now, in place of what was typed, or with it laid over. */
  onLoadNewest?: (keepTyped: boolean) => void
}

/** The form of a product, new or edited. What is typed outlives a failure, the end of the session and a reload. */
export function ProductForm(props: ProductFormProps) {
  const [round, setRound] = useState(0)
  return <OneForm key={round} {...props} anew={round > 0} onAnew={() => setRound(round + 1)} />
}

type OneFormProps = ProductFormProps & {
  /** An earlier form of this screen has been cleared. */
  anew: boolean
  onAnew: () => void
}

function OneForm({ product, copy, anew, onSaved, onLoadNewest, onAnew }: OneFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const kept = useProductDraft({ element, product, copy: anew ? undefined : copy })
  const { draft, pictures, unsaved } = kept
  const { form, far, answerFar, changed, sent, save } = useProductSave({
    element,
    product,
    draft: kept,
    onSaved: saved,
  })

  function saved(now: Product, typed: Typed) {
    if (!product) {
      lastCategory = typed.category
      onAnew()
    }
    onSaved(now)
  }

  function startAnew() {
    kept.drop()
    onAnew()
  }

  useEffect(() => {
    if (!anew) return
    focusHeading()
    window.scrollTo(0, 0)
  }, [anew])
  useLeaveWarning(() => unsaved.current && (product !== undefined || pictures.slots.some((each) => each?.file)))

  /** A change of the pictures answers what was wrong with them. */
  const changing = <A extends unknown[]>(change: (...values: A) => void) => {
    return (...values: A) => {
      for (const name of Object.keys(form.fields)) if (name.startsWith('images')) form.clearField(name)
      change(...values)
    }
  }

  return (
    <Card className="p-4 sm:p-6">
      <form ref={element} onSubmit={save} onInput={() => kept.keep()} noValidate className="grid gap-5">
        {draft && (
          <DraftNote
            draft={draft}
            drop={product ? m.seller_draft_drop_changes() : m.seller_draft_drop()}
            onDrop={startAnew}
          />
        )}
        <PictureField
          slots={pictures.slots}
          refused={pictures.refused}
          errors={form.fields}
          busy={form.pending}
          onPut={changing(pictures.put)}
          onRemove={changing(pictures.remove)}
          onMove={changing(pictures.move)}
        />
        <ProductFields
          element={element}
          form={form}
          start={kept.start}
          isNew={!product}
          nextCategory={product ? '' : lastCategory}
          onSettled={() => kept.keep()}
        />
        <FormMessage>{form.message}</FormMessage>
        {changed && form.message && <NewestChoice onChoose={(keepTyped) => onLoadNewest?.(keepTyped)} />}
        {form.slow && <Progress sent={sent} />}
        <Button
          type="submit"
          size="large"
          pending={form.slow}
          aria-disabled={form.pending}
          className="sm:justify-self-start sm:px-14"
        >
          {product ? m.seller_save() : m.seller_add()}
        </Button>
      </form>
      {far && (
        <PriceDialog
          open={far.open}
          words={far.words}
          onClose={() => answerFar(false)}
          onSure={() => answerFar(true)}
        />
      )}
      {product && <LeaveGuard unsaved={unsaved} onDiscard={kept.drop} />}
    </Card>
  )
}
