import { readdir } from 'node:fs/promises'
import type { SellerProduct } from '../../contract/entities/product.ts'
import { type FormFile, productForm } from '../makers/product-form.ts'
import { type Person, seller as signedInSeller, testShop } from '../shop.ts'

/** A seller's input for a product. */
export const potato = {
  name: ' Potato ',
  nameTh: 'มันฝรั่ง',
  description: ['Fresh', ' ', 'Good for frying'],
  category: 'vegetables',
  price: '25.50',
  offerPrice: 19.99,
}

/** The form of a product as the edit screen sends it. */
export const formOf = (product: Pick<SellerProduct, '_id' | 'image' | 'updatedAt'>) => ({
  ...potato,
  id: product._id,
  image: product.image,
  seenAt: product.updatedAt,
})

/** A shop with its seller and actions for tests of products. */
export async function sellerShop(settings: Parameters<typeof testShop>[0] = {}) {
  const shop = await testShop(settings)
  const seller = await signedInSeller(shop)

  async function send<U extends string>(url: U, productData: unknown, files: FormFile[] = [], by: Person = seller) {
    const { body, headers } = await productForm(productData, files)
    return by.post(url, body, headers)
  }
  async function now(id: string): Promise<SellerProduct> {
    return (await seller.get(`/api/product/seller?id=${id}`)).json.products[0]
  }
  return {
    shop,
    seller,
    send,
    add: (productData: unknown, files?: FormFile[], by?: Person) => send('/api/product/add', productData, files, by),
    edit: (productData: unknown, files?: FormFile[], by?: Person) => send('/api/product/edit', productData, files, by),
    /** Adds a product and reads it as sellers get it. */
    async added(changes: object = {}, files: FormFile[] = []): Promise<SellerProduct> {
      const { json } = await send('/api/product/add', { ...potato, ...changes }, files)
      if (json.message !== 'Product Added') throw new Error(`the product was refused: ${json.message}`)
      return now(json.product._id)
    },
    /** A product as it is now. */
    now,
    rowOf: (id: string) => shop.db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** The names of the stored pictures. */
    storedFiles: async () => (await readdir(shop.pictures)).sort(),
  }
}
