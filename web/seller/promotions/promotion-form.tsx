import type { Promotion } from '../../../contract/entities/promotion.ts'
import { cents } from '../../../contract/values/money.ts'
import { m } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { formatCents } from '../../ui/price.tsx'
import { FormEnd } from '../form/form-end.tsx'
import { SwitchRow } from '../form/switch-row.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CartPreview } from './cart-preview.tsx'
import { promotionOfDraft } from './preview.ts'
import { type Doubt, freeUpTo, type PromotionDraft } from './promotion-draft.ts'
import { Conditions, Goods, Kind, Names } from './promotion-fields.tsx'
import { usePromotionForm } from './use-promotion-form.ts'

type PromotionFormProps = {
  /** The promotion to change; undefined for a new one. */
  promotion: Promotion | undefined
  /** The id of a new one: a repeated request makes no second one. */
  newId: string
  /** The shop's promotions, which the preview applies too. */
  promotions: readonly Promotion[]
  onClose: () => void
}

/** The form of a promotion, with a cart that previews its effect. */
export function PromotionForm({ promotion, newId, promotions, onClose }: PromotionFormProps) {
  const { row, form, element, fields, search, submit, question, closeQuestion, save } = usePromotionForm({
    promotion,
    newId,
    onClose,
  })
  const { draft, change } = fields

  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <Card className="p-4 sm:p-6">
        <form ref={element} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
          <SwitchRow label={m.promotions_on()} on={draft.enabled} onSwitch={(enabled) => change({ enabled })} />
          <Names {...fields} />
          <Kind {...fields} />
          {draft.kind !== 'freeDelivery' && <Goods {...fields} search={search} />}
          <Conditions {...fields} />
          <p className="rounded-tile bg-sunken px-4 py-3 text-sm">{m.promotions_rule()}</p>
          <FormEnd
            form={form}
            save={m.promotions_save()}
            close={{ label: m.form_back_to_list(), isUnsaved: row.isUnsaved(), discard: row.discard, onClose }}
          />
        </form>
      </Card>
      {question && (
        <ConfirmDialog
          open={question.open}
          title={m.promotions_sure()}
          onClose={closeQuestion}
          onConfirm={() => {
            closeQuestion()
            save()
          }}
        >
          {question.doubts.map((each) => (
            <p key={each}>{doubtText(each, draft)}</p>
          ))}
        </ConfirmDialog>
      )}
      <CartPreview edited={promotionOfDraft(row.id, draft)} promotions={promotions} />
    </div>
  )
}

function doubtText(doubt: Doubt, draft: PromotionDraft): string {
  if (doubt === 'percent') return m.promotions_sure_percent({ percent: draft.percent.replace(/[%\s]/g, '') })
  if (doubt === 'once') return m.promotions_sure_once()
  return m.promotions_sure_free({ amount: formatCents(freeUpTo(draft) ?? cents(0)) })
}
