import { useState } from 'react'
import { readPrice } from '../../../contract/catalog/read-price.ts'
import type { TaxSettings } from '../../../contract/entities/settings.ts'
import { taxOn, totalsOf } from '../../../contract/pricing/pricing.ts'
import { chargedTax } from '../../../contract/pricing/tax-settings.ts'
import { cents } from '../../../contract/values/money.ts'
import { formatDate } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { categoryName } from '../../product/categories.ts'
import { Card } from '../../ui/card.tsx'
import { formatCents } from '../../ui/price.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { rulesOf } from './tax-draft.ts'

/** The sum of goods that the example begins with: 100 with 7% within. */
const defaultPrice = '107'

type TaxExampleProps = {
  tax: TaxSettings
  /** The shop's day, as YYYY-MM-DD. */
  today: string
}

/** The price of a cart with the rules of the form, today and from each later day on which a rate begins. */
export function TaxExample({ tax, today }: TaxExampleProps) {
  const [text, setText] = useState(defaultPrice)
  const read = readPrice(text)
  const sum = read.cents ?? cents(10_700)
  const rules = chargedTax({ tax: rulesOf(tax), issuer: tax.issuer ?? undefined })
  const later = rules.classes.flatMap(({ rates }) => rates.map(({ from }) => from)).filter((from) => from > today)
  const days = [today, ...[...new Set(later)].sort()]
  return (
    <Card className="p-4 sm:p-6">
      <h3 className="mb-2 font-bold text-xl">{m.settings_tax_example()}</h3>
      <TextField
        label={m.settings_tax_example_sum()}
        name="example"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={read.cents === undefined ? m.settings_tax_example_error() : undefined}
      />
      {days.map((day, index) => (
        <section key={day} className="mt-4">
          <h4 className="font-semibold">
            {index === 0
              ? m.settings_tax_today()
              : m.settings_tax_from_day({ day: formatDate(day, { dateStyle: 'medium' }) })}
          </h4>
          <ul className="grid gap-2">
            {rules.classes.map((taxClass) => {
              const { taxes, total } = totalsOf(
                [{ offerPriceCents: sum, quantity: 1, taxClass: taxClass.id }],
                taxOn(rules, day),
              )
              const [only] = taxes
              return (
                <li key={taxClass.id} className="wrap-anywhere figures border-line border-b py-1.5 last:border-0">
                  <p className="font-medium">{categoryName(taxClass)}</p>
                  <p className="text-muted">
                    {only
                      ? rules.mode === 'included'
                        ? m.settings_tax_example_included({
                            total: formatCents(total),
                            rate: only.basisPoints / 100,
                            tax: formatCents(only.tax),
                            net: formatCents(cents(total - only.tax)),
                          })
                        : m.settings_tax_example_added({
                            total: formatCents(total),
                            rate: only.basisPoints / 100,
                            tax: formatCents(only.tax),
                            net: formatCents(sum),
                          })
                      : m.settings_tax_example_none({ total: formatCents(total) })}
                  </p>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </Card>
  )
}
