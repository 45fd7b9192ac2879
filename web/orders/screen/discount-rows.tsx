import type { ComponentType, ReactNode } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { discountName } from '../../product/discount-name.ts'
import { formatAmount } from '../../ui/price.tsx'

/** Returns a row for each discount of an order. */
export const discountRows = (
  Row: ComponentType<{ term: string; children: ReactNode }>,
  discounts: Order['discounts'] = [],
) =>
  discounts.map((discount, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two discounts may have the same name, and their order doesn't change
    <Row key={index} term={discountName(discount)}>
      −{formatAmount(discount.amount)}
    </Row>
  ))
