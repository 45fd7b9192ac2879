import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Product, SellerProduct } from '../../../../contract/entities/product.ts'
import { whenReconnected } from '../../../client/connection.ts'
import type { Submit } from '../../../client/make-submit.ts'
import { errorsOf, useSubmit } from '../../../client/use-submit.ts'
import { m } from '../../../messages/messages.ts'
import { focusHeading } from '../../../page/focus-heading.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { toast } from '../../../ui/toast.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { LeaveGuard, useLeaveWarning } from '../../drafts/leave-guard.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { draftIn, errorsOfDraft, type ProductDraft } from '../draft/product-draft.ts'
import type { Copy } from '../draft/stored-draft.ts'
import { type ProductDraftHandle, useProductDraft } from '../draft/use-product-draft.ts'
import { PictureField } from './picture-field.tsx'
import { ProductFields } from './product-fields.tsx'
import { DraftNote, NewestChoice, Progress } from './product-form-notes.tsx'
import { makeProductSending } from './product-sending.ts'
import { sendProduct } from './send-product.ts'

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
  const { form, sending, save } = useSaving({ element, product, productDraft, onSaved: saved })
  const { sent, isChanged, priceQuestion } = sending.state.use()

  function saved(current: Product, draft: ProductDraft) {
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

  return (
    <Card className="p-4 sm:p-6">
      <form
        ref={element}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        onInput={() => productDraft.store()}
        noValidate
        className="grid gap-5"
      >
        {stored && (
          <DraftNote
            stored={stored}
            drop={product ? m.sellerProducts_draft_drop_changes() : m.sellerProducts_draft_drop()}
            onDrop={discardDraft}
          />
        )}
        <Pictures pictures={pictures} form={form} />
        <ProductFields
          element={element}
          form={form}
          start={productDraft.start}
          isNew={!product}
          nextCategory={product ? '' : lastCategory}
          onSettled={() => productDraft.store()}
        />
        <FormMessage>{form.message}</FormMessage>
        {isChanged && form.message && <NewestChoice onChoose={(keepDraft) => onLoadNewest?.(keepDraft)} />}
        {form.slow && <Progress sent={sent} />}
        <Button
          type="submit"
          size="large"
          pending={form.slow}
          aria-disabled={form.pending}
          className="sm:justify-self-start sm:px-14"
        >
          {product ? m.sellerProducts_save() : m.sellerProducts_add()}
        </Button>
      </form>
      {priceQuestion && (
        <ConfirmDialog
          open={priceQuestion.open}
          title={m.sellerProducts_price_title()}
          onClose={sending.closePriceQuestion}
          onConfirm={() => {
            sending.closePriceQuestion()
            void save('confirmed')
          }}
        >
          {priceQuestion.text}
        </ConfirmDialog>
      )}
      {product && <LeaveGuard isUnsaved={() => unsaved.current} onDiscard={productDraft.discard} />}
    </Card>
  )
}

type PicturesProps = { pictures: ProductDraftHandle['pictures']; form: Submit }

/** The pictures, whose errors are cleared when they are changed. */
function Pictures({ pictures, form }: PicturesProps) {
  const changing = <A extends unknown[]>(change: (...values: A) => void) => {
    return (...values: A) => {
      for (const name of Object.keys(form.fields)) if (name.startsWith('images')) form.clearField(name)
      change(...values)
    }
  }

  return (
    <PictureField
      slots={pictures.slots}
      refused={pictures.refused}
      errors={form.fields}
      busy={form.pending}
      onPut={changing(pictures.put)}
      onRemove={changing(pictures.remove)}
      onMove={changing(pictures.move)}
    />
  )
}

type SavingOptions = {
  element: RefObject<HTMLFormElement | null>
  product: SellerProduct | undefined
  productDraft: ProductDraftHandle
  onSaved: (saved: Product, draft: ProductDraft) => void
}

/** Saves a form's values by product-sending.ts with the shop's calls, and shows the results. */
function useSaving({ element, product, productDraft, onSaved }: SavingOptions) {
  const { pictures, seenAt, storeKey, discard } = productDraft
  const form = useSubmit()
  const navigate = useNavigate()
  const [sending] = useState(() =>
    makeProductSending({
      product,
      seenAt,
      storeKey,
      discard,
      add: (added, pictures, onProgress, idempotencyKey) =>
        sendProduct('add', added, { pictures, onProgress, idempotencyKey }),
      edit: ({ edit, files }, onProgress) => sendProduct('edit', edit, { pictures: files, onProgress }),
      findAdded: async (idempotencyKey) => {
        const reply = await sellerApi.product.seller({ idempotencyKey })
        return reply.success ? reply.products[0] : undefined
      },
      open: (id) => navigate(`/seller/products/${id}`),
    }),
  )

  /** Saves the form. Prices that were confirmed, or are sent again, aren't asked about. */
  async function save(how?: 'confirmed' | 'retry') {
    const target = element.current
    if (!target || form.pending) return
    const draft = draftIn(target)
    const errors = { ...errorsOfDraft(draft), ...errorsOf(target) }
    if (Object.keys(errors).length > 0) return form.show(errors, target)
    if (!how && sending.asksAboutPrice(draft)) return
    const values = { draft, slots: pictures.latest() }
    const reply = await form.send(() => sending.send(values, { isRetry: how === 'retry' }), target)
    if (!reply) return
    toast.success(reply.message)
    discard()
    onSaved(reply.product, draft)
  }

  const retry = useEffectEvent(() => {
    if (!element.current) return
    if (sending.takeRetry({ draft: draftIn(element.current), slots: pictures.latest() })) void save('retry')
  })
  useEffect(() => whenReconnected(() => retry()), [])

  return { form, sending, save }
}
