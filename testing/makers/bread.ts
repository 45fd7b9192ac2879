import type { SellerProduct } from '../../contract/entities/product.ts'

/** A product as the forms of the seller's area get it. */
export const bread = {
  _id: '0198c5a0-0000-7000-8000-000000000001',
  name: 'Bread',
  nameTh: null,
  description: [],
  descriptionTh: null,
  category: 'Bakery',
  price: 3,
  offerPrice: 2.5,
  image: ['/pictures/a.webp'],
  updatedAt: '2026-11-22T01:00:00.000Z',
} as unknown as SellerProduct
