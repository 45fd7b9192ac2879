import { successMessages } from '../../../../contract/messages/success-messages.ts'
import { getLocale } from '../../../messages/messages.ts'
import { sellerApi } from '../../client/seller-api.ts'
import type { InPlaceChange } from './save-in-place.ts'

/** The stock of a product; null, and an empty field, if it isn't counted. */
export const stockChange: InPlaceChange<number | null, number | null> = {
  kind: 'pieces',
  storedOf: ({ stock }) => stock,
  textOf: ({ stock }) => (stock === null ? '' : String(stock)),
  put: (value) => value,
  send: (id, stock, seen) => sellerApi.product.count({ id, stock, seen }),
  changedCode: 'stock_changed',
  savedMessage: () => successMessages.stock_saved[getLocale()],
}
