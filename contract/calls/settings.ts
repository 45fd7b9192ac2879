import * as z from 'zod'
import { categoryLimits } from '../catalog/shop-categories.ts'
import { promptPaySettings } from '../entities/payment.ts'
import { categoryInput, ownersCategory, shopSettings, taxSettings } from '../entities/settings.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { call, doneReply, seenVersion, settingVersion } from './call.ts'

const savedPromptPay = {
  /** Null if they were never saved. */
  promptPay: promptPaySettings.nullable(),
  ...settingVersion,
}

const categories = { categories: z.array(ownersCategory), ...settingVersion }

const shopOfOwner = {
  ...shopSettings.shape,
  // As they were saved: earlier versions, and shop.config.ts, check them less.
  phone: z.string(),
  line: z.string(),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  ...settingVersion,
}

const tax = {
  ...taxSettings.shape,
  classes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      nameTh: z.string(),
      rates: z.array(z.object({ from: z.string(), basisPoints: z.int() })),
      /** Its products, archived ones too, counted up to 1,000; 0 of the standard class. */
      products: z.int(),
    }),
  ),
  /** In a shop with orders a new rate begins on this day or later. */
  hasOrders: z.boolean(),
  firstDay: z.string(),
  today: z.string(),
  ...settingVersion,
}

/** The calls of the owner's settings. */
export const settingsCalls = {
  promptPay: call(sellerCallPaths.settings.promptPay, {
    summary: 'How the shop is paid by PromptPay',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...savedPromptPay },
  }),
  savePromptPay: call(sellerCallPaths.settings.savePromptPay, {
    summary:
      'Saves how the shop is paid by PromptPay; orders that await payment without a slip are paid to the new account',
    access: 'seller',
    ours: true,
    body: promptPaySettings.extend(seenVersion),
    reply: {
      ...doneReply,
      ...savedPromptPay,
      /** Orders that await payment and have another code now. */
      unpaid: z.int(),
    },
  }),
  categories: call(sellerCallPaths.settings.categories, {
    summary: 'The categories of the shop, in their order',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...categories },
  }),
  saveCategories: call(sellerCallPaths.settings.saveCategories, {
    summary: 'Saves the categories: new ones are added, those left out removed unless they have products',
    access: 'seller',
    ours: true,
    body: z.object({
      categories: z
        .array(categoryInput)
        .min(1)
        .refine((all) => all.length <= categoryLimits.count, {
          error: 'too_many_categories',
          params: { max: categoryLimits.count },
        }),
      ...seenVersion,
    }),
    reply: { ...doneReply, ...categories },
  }),
  shop: call(sellerCallPaths.settings.shop, {
    summary: "The shop's name, contact, logo and claims",
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...shopOfOwner },
  }),
  saveShop: call(sellerCallPaths.settings.saveShop, {
    summary: "Saves the shop's name, contact, logo and claims",
    access: 'seller',
    ours: true,
    body: shopSettings.extend(seenVersion),
    reply: { ...doneReply, ...shopOfOwner },
  }),
  tax: call(sellerCallPaths.settings.tax, {
    summary: 'How the shop taxes, and who issues its documents',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...tax },
  }),
  saveTax: call(sellerCallPaths.settings.saveTax, {
    summary: 'Saves how the shop taxes; orders and documents keep their taxes',
    access: 'seller',
    ours: true,
    body: taxSettings.extend(seenVersion),
    reply: { ...doneReply, ...tax },
  }),
  picture: call(sellerCallPaths.settings.picture, {
    summary: 'Stores a picture for a setting, which is saved afterwards',
    access: 'seller',
    ours: true,
    form: { image: 'picture' },
    reply: { ...doneReply, picture: z.string() },
  }),
}
