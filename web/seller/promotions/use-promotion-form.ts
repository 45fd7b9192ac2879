import { type FormEvent, useRef, useState } from 'react'
import type { Promotion, PromotionInput } from '../../../contract/entities/promotion.ts'
import { incompleteFieldsOf, useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { useRowDraft } from '../drafts/use-row-draft.ts'
import { fieldMessages } from '../form/field-messages.ts'
import { textProps } from '../form/text-props.ts'
import { useUnchosen } from '../form/use-unchosen.ts'
import { type Doubt, doubtsOf, draftOf, emptyPromotion, type PromotionDraft, readPromotion } from './promotion-draft.ts'

const shownPromotion = (promotion: Promotion) => ({
  id: promotion.id,
  version: promotion.version,
  draft: draftOf(promotion),
})

type PromotionFormOptions = {
  /** The promotion to change; undefined for a new one. */
  promotion: Promotion | undefined
  /** The id of a new one: a repeated request makes no second one. */
  newId: string
  onClose: () => void
}

/** What a part of the form gets. */
export type PromotionFields = {
  draft: PromotionDraft
  change: (next: Partial<PromotionDraft>) => void
  errors: Record<string, string>
  text: ReturnType<typeof textProps<PromotionDraft>>
}

/** The draft of a promotion, and saving it: not before the seller has confirmed what is probably a typing error. */
export function usePromotionForm({ promotion, newId, onClose }: PromotionFormOptions) {
  const shown = promotion ? shownPromotion(promotion) : { id: newId, version: 0, draft: emptyPromotion }
  const row = useRowDraft('promotion', shown, async (id) => {
    const reply = await sellerApi.promotion.list({})
    const current = reply.success ? reply.promotions.find((each) => each.id === id) : undefined
    return current && shownPromotion(current)
  })
  const { draft } = row
  const form = useSubmit({ toasts: false })
  const element = useRef<HTMLFormElement>(null)
  const errors = form.fields
  const read = readPromotion(draft)
  /** Closed, the question is still fading away. */
  const [question, setQuestion] = useState<{ doubts: readonly Doubt[]; open: boolean }>()
  const unchosen = useUnchosen(form, m.promotions_choose_product)

  function change(next: Partial<PromotionDraft>) {
    row.change(next)
    for (const name of Object.keys(next)) form.clearField(name)
    if ('goods' in next || 'kind' in next) unchosen.search.onChosen()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = 'errors' in read ? fieldMessages(read.errors) : {}
    const errors = { ...found, ...incompleteFieldsOf(element.current), ...unchosen.errors() }
    if ('errors' in read || Object.keys(errors).length > 0) return form.show(errors, element.current)
    const doubts = doubtsOf(draft, promotion && draftOf(promotion))
    if (doubts.length === 0) return void save(read.input)
    setQuestion({ doubts, open: true })
  }

  async function save(input: PromotionInput) {
    const reply = await form.send(
      () => row.save((to) => sellerApi.promotion.save({ ...input, ...to })),
      element.current,
    )
    if (!reply) return
    toast.success(reply.message)
    if (!row.isUnsaved()) onClose()
  }

  const fields: PromotionFields = { draft, change, errors, text: textProps({ draft, errors, change }) }

  return {
    row,
    form,
    element,
    fields,
    /** The search for products. */
    search: unchosen.search,
    submit,
    /** What to confirm before saving. */
    question: question && 'input' in read ? question : undefined,
    closeQuestion: () => setQuestion(question && { ...question, open: false }),
    save: () => {
      if ('input' in read) void save(read.input)
    },
  }
}
