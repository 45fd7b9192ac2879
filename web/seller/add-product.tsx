import type { MetaFunction } from 'react-router'
import { m } from '../messages/messages.ts'
import { personalMeta } from '../shell/personal-meta.ts'
import { ProductForm } from './product-form.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.seller_add_title(), '/seller', page)

export default function AddProductScreen() {
  return (
    <div className="max-w-3xl">
      <h1 tabIndex={-1} className="display-2 mb-5">
        {m.seller_add_title()}
      </h1>
      <ProductForm />
    </div>
  )
}
