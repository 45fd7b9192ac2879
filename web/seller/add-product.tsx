import { type FormEvent, useRef, useState } from 'react'
import type { MetaFunction } from 'react-router'
import type { ProductInput } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { type FieldFault, fieldFaultWords } from '../../contract/refusals.ts'
import { shop } from '../../shop.config.ts'
import { FormMessage } from '../accounts/form-message.tsx'
import { categoryName } from '../catalog/categories.ts'
import { getLocale, m } from '../messages/messages.ts'
import { faultsOf, useSubmit } from '../session/use-submit.ts'
import { personalMeta } from '../shell/personal-meta.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { PictureField } from './picture-field.tsx'
import { slotOfSent } from './picture-slots.ts'
import { sendProduct } from './send-product.ts'
import { TextArea } from './text-area.tsx'
import { usePictures } from './use-pictures.ts'

export const meta: MetaFunction = (page) => personalMeta(m.seller_add_title(), '/seller', page)

export default function AddProductScreen() {
  const form = useSubmit()
  const pictures = usePictures()
  const element = useRef<HTMLFormElement>(null)
  const [offerAbove, setOfferAbove] = useState(false)
  /** The part that has been sent, from 0 to 1. */
  const [sent, setSent] = useState<number>()

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (form.pending) return
    const target = event.currentTarget
    const typed = typedIn(target)
    const faults = { ...faultsOf(target), ...faultsOfTyped(typed) }
    if (Object.keys(faults).length > 0) return form.show(faults, target)

    const { slots } = pictures
    const files = slots.flatMap((picture) => picture?.file ?? [])
    const reply = await form.send(async () => {
      const answer = await sendProduct(productOf(typed), files, setSent)
      if (answer.success || !answer.fields) return answer
      return { ...answer, fields: byInput(answer.fields, slots) }
    })
    setSent(undefined)
    if (!reply) return
    toast.success(reply.message)
    target.reset()
    pictures.clear()
    setOfferAbove(false)
    // Ready for the next product; a picture slot opens no keyboard on a phone.
    target.querySelector<HTMLInputElement>('input[type=file]')?.focus()
    target.scrollIntoView({ block: 'center' })
  }

  function checkOffer() {
    if (element.current) setOfferAbove(isOfferAbove(typedIn(element.current)))
  }

  const field = (name: string) => ({
    name,
    fault: form.fields[name],
    readOnly: form.pending,
    onInput: () => form.clearField(name),
  })
  const price = (name: 'price' | 'offerPrice') => ({
    ...field(name),
    type: 'number',
    inputMode: 'decimal' as const,
    step: 'any',
    required: true,
    onInput: () => {
      form.clearField(name)
      form.clearField('offerPrice')
      // A fault goes as soon as it is mended, but doesn't come while somebody is typing.
      if (offerAbove) checkOffer()
    },
    onBlur: checkOffer,
    end: <span className="pe-4 text-muted">{shop.currency.symbol}</span>,
  })

  return (
    <div className="max-w-3xl">
      <h1 tabIndex={-1} className="display-2 mb-5">
        {m.seller_add_title()}
      </h1>
      <Card className="p-4 sm:p-6">
        <form ref={element} onSubmit={add} noValidate className="grid gap-5">
          <PictureField
            slots={pictures.slots}
            refused={pictures.refused}
            faults={form.fields}
            busy={form.pending}
            onPut={(files, at) => {
              for (const name of Object.keys(form.fields)) if (name.startsWith('images')) form.clearField(name)
              pictures.put(files, at)
            }}
            onRemove={(at) => {
              for (const name of Object.keys(form.fields)) if (name.startsWith('images')) form.clearField(name)
              pictures.remove(at)
            }}
          />
          <TextField {...field('name')} label={m.seller_name()} autoComplete="off" required />
          <TextArea
            {...field('description')}
            label={m.seller_description()}
            hint={m.seller_description_hint()}
            rows={4}
          />
          <Select
            name="category"
            label={m.seller_category()}
            fault={form.fields.category}
            onChange={() => form.clearField('category')}
          >
            <option value="">{m.seller_category_none()}</option>
            {shop.categories.map((category) => (
              <option key={category.path} value={category.path}>
                {categoryName(category)}
              </option>
            ))}
          </Select>
          <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
            <TextField {...price('price')} label={m.seller_price()} />
            <TextField
              {...price('offerPrice')}
              label={m.seller_offer_price()}
              fault={form.fields.offerPrice ?? (offerAbove ? words('offer_above_price') : undefined)}
            />
            <TextField
              {...field('Weight')}
              label={m.seller_weight()}
              hint={m.seller_weight_hint()}
              autoComplete="off"
            />
            <TextField
              {...field('stock')}
              type="number"
              inputMode="numeric"
              step="any"
              label={m.seller_stock()}
              hint={m.seller_stock_hint()}
            />
          </div>
          <FormMessage>{form.message}</FormMessage>
          {form.slow && <Progress sent={sent} />}
          <Button
            type="submit"
            size="large"
            pending={form.slow}
            aria-disabled={form.pending}
            className="sm:justify-self-start sm:px-14"
          >
            {m.seller_add()}
          </Button>
        </form>
      </Card>
    </div>
  )
}

/** How far the pictures are; once they have all arrived the shop has yet to prepare them. */
function Progress({ sent = 0 }: { sent?: number | undefined }) {
  const percent = Math.floor(sent * 100)
  const text = percent >= 100 ? m.seller_preparing() : m.seller_uploading({ percent })
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label={text}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-leaf-soft"
      >
        <span
          className="block h-full rounded-full bg-leaf transition-[width] duration-300"
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="figures text-muted text-sm">{text}</p>
    </div>
  )
}

type Typed = Record<'name' | 'description' | 'category' | 'price' | 'offerPrice' | 'Weight' | 'stock', string>

function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  return {
    name: text('name'),
    description: text('description'),
    category: text('category'),
    price: text('price'),
    offerPrice: text('offerPrice'),
    Weight: text('Weight'),
    stock: text('stock'),
  }
}

/** Prices travel as the text that was typed: the shop reads them without rounding. */
function productOf({ description, Weight, stock, ...typed }: Typed): ProductInput {
  return {
    ...typed,
    description: description.split(/\r?\n/),
    ...(Weight.trim() && { Weight }),
    ...(stock.trim() && { stock: Number(stock) }),
  }
}

/** What the browser's own checks don't see. */
function faultsOfTyped(typed: Typed): Record<string, string> {
  const faults: Record<string, string> = {}
  if (typed.category === '') faults.category = words('category')
  if (isOfferAbove(typed)) faults.offerPrice = words('offer_above_price')
  const stock = Number(typed.stock)
  if (!Number.isInteger(stock) || stock < 0 || stock > limits.stock) faults.stock = words('number')
  return faults
}

function isOfferAbove({ price, offerPrice }: Pick<Typed, 'price' | 'offerPrice'>): boolean {
  return price !== '' && offerPrice !== '' && Number(offerPrice) > Number(price)
}

/** The shop counts the pictures that were sent, the form its slots; lines of the description share one field. */
function byInput(fields: Record<string, string>, slots: readonly unknown[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, fault]) => {
      const picture = /^images\.(\d+)$/.exec(path)
      return [picture ? `images.${slotOfSent(slots, Number(picture[1]))}` : (path.split('.')[0] ?? path), fault]
    }),
  )
}

function words(fault: FieldFault): string {
  return fieldFaultWords(fault, getLocale())
}
