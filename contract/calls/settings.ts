import * as z from 'zod'
import * as entity from '../entities.ts'
import { sellerCallPaths } from '../seller-call-paths.ts'
import { categoryLimits } from '../shop-categories.ts'
import { call, done, settingVersion } from './call.ts'

const promptPaySettings = {
  /** Null if they were never saved. */
  promptPay: entity.promptPaySettings.nullable(),
  ...settingVersion,
}

const categories = { categories: z.array(entity.ownersCategory), ...settingVersion }

/** The version shown to the seller; if a colleague has saved another one since: setting_changed. */
const seen = { seen: z.int().min(0) }

/** The calls of the owner's settings. */
export const settingsCalls = {
  promptPay: call(sellerCallPaths.settings.promptPay, {
    summary: 'How the shop is paid by PromptPay',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...promptPaySettings },
  }),
  savePromptPay: call(sellerCallPaths.settings.savePromptPay, {
    summary: 'Saves how the shop is paid by PromptPay; orders that await payment keep their code',
    access: 'seller',
    ours: true,
    body: entity.promptPaySettings.extend(seen),
    reply: { ...done, ...promptPaySettings },
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
        .array(entity.categoryInput)
        .min(1)
        .refine((all) => all.length <= categoryLimits.count, {
          error: 'too_many_categories',
          params: { max: categoryLimits.count },
        }),
      ...seen,
    }),
    reply: { ...done, ...categories },
  }),
  picture: call(sellerCallPaths.settings.picture, {
    summary: 'Stores a picture for a setting, which is saved afterwards (multipart: image)',
    access: 'seller',
    ours: true,
    multipart: true,
    reply: { ...done, picture: z.string() },
  }),
}
