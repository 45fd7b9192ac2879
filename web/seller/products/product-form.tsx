import { useEffect, useRef, useState } from 'react'
import type { Product, SellerProduct } from '../../../contract/entities/product.ts'
import { m } from '../../messages/messages.ts'
import { focusHeading } from '../../page/focus-heading.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { LeaveGuard, useLeaveWarning } from '../ui/leave-guard.tsx'
import { PictureField } from './picture-field.tsx'
import { PriceDialog } from './price-dialog.tsx'
import type { Draft } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'
import { DraftNote, NewestChoice, Progress } from './product-form-notes.tsx'
import type { Copy } from './stored-draft.ts'
import { useProductDraft } from './use-product-draft.ts'
import { useProductSave } from './use-product-save.ts'

/** The category of the product that was added last, which is the default of the next one. */
let lastCategory = ''

type ProductFormProps = {
  /** The product to edit; without it the form adds a new one. */
  product?: SellerProduct
  /** The copy that a new product begins with. */
  copy?: Copy
  /** Called with the saved product. The form has shown the shop's message. */
  onSaved: (saved: Product) => void
  /** Called to read the product again after another person saved it, with or without keeping the draft. */
  onLoadNewest?: (keepDraft: boolean) => void
}

/** The form of a product, new or edited. Its input survives failures, the end of the session, and reloads. */
export function ProductForm({ copy, ...props }: ProductFormProps) {
  const [resets, setResets] = useState(0)
  const [isCopy, setIsCopy] = useState(true)

  /** Resets the form. A copy that isn't saved starts with the copied product again. */
  function reset(saved: boolean) {
    setResets(resets + 1)
    if (saved) setIsCopy(false)
  }

  return <FormOnce key={resets} {...props} copy={isCopy ? copy : undefined} isReset={resets > 0} onReset={reset} />
}

type FormOnceProps = ProductFormProps & {
  /** Whether the form was emptied since the screen was opened. */
  isReset: boolean
  /** Called to empty the form. */
  onReset: (saved: boolean) => void
}

function FormOnce({ product, copy, isReset, onSaved, onLoadNewest, onReset }: FormOnceProps) {
  const element = useRef<HTMLFormElement>(null)
  const productDraft = useProductDraft({ element, product, copy })
  const { stored, pictures, unsaved } = productDraft
  const { form, priceQuestion, answerPriceQuestion, changed, sent, save } = useProductSave({
    element,
    product,
    productDraft,
    onSaved: saved,
  })

  function saved(current: Product, draft: Draft) {
    if (!product) {
      lastCategory = draft.category
      onReset(true)
    }
    onSaved(current)
  }

  function discardDraft() {
    productDraft.discard()
    onReset(false)
  }

  useEffect(() => {
    if (!isReset) return
    focusHeading()
    window.scrollTo(0, 0)
  }, [isReset])
  useLeaveWarning(() => unsaved.current && (product !== undefined || pictures.slots.some((each) => each?.file)))

  /** Clears the errors of pictures when they are changed. */
  const changing = <A extends unknown[]>(change: (...values: A) => void) => {
    return (...values: A) => {
      for (const name of Object.keys(form.fields)) if (name.startsWith('images')) form.clearField(name)
      change(...values)
    }
  }

  return (
    <Card className="p-4 sm:p-6">
      <form ref={element} onSubmit={save} onInput={() => productDraft.store()} noValidate className="grid gap-5">
        {stored && (
          <DraftNote
            stored={stored}
            drop={product ? m.seller_draft_drop_changes() : m.seller_draft_drop()}
            onDrop={discardDraft}
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
          start={productDraft.start}
          isNew={!product}
          nextCategory={product ? '' : lastCategory}
          onSettled={() => productDraft.store()}
        />
        <FormMessage>{form.message}</FormMessage>
        {changed && form.message && <NewestChoice onChoose={(keepDraft) => onLoadNewest?.(keepDraft)} />}
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
      {priceQuestion && (
        <PriceDialog
          open={priceQuestion.open}
          question={priceQuestion.text}
          onClose={() => answerPriceQuestion(false)}
          onSure={() => answerPriceQuestion(true)}
        />
      )}
      {product && <LeaveGuard unsaved={unsaved} onDiscard={productDraft.discard} />}
    </Card>
  )
}
