import * as z from 'zod'
import { asapSettings, openingHours, unconfirmedRule } from './delivery.ts'
import { promptPaySettings } from './payment.ts'
import { factorSettings, staffSettings } from './settings.ts'

const lines = z.array(z.string())

const storedCategory = z.object({
  path: z.string(),
  name: z.string(),
  nameTh: z.string(),
  tint: z.string().optional(),
  picture: z.string().optional(),
})

const storedShop = z.object({
  name: z.string(),
  nameTh: z.string(),
  logo: z.string().optional(),
  contact: z.object({
    company: z.string(),
    companyTh: z.string().optional(),
    addressLines: lines,
    addressLinesTh: lines,
    phone: z.string(),
    email: z.string(),
    hours: z.string().optional(),
    hoursTh: z.string().optional(),
    line: z.string().optional(),
    map: z.object({ latitude: z.number(), longitude: z.number(), zoom: z.number() }),
  }),
  deliveryArea: z.string(),
  deliveryAreaTh: z.string(),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  claims: z.object({
    deliveryMinutes: z.int().nullable(),
    customers: z.int().nullable(),
    freshness: z.boolean(),
    prices: z.boolean(),
    rating: z.boolean(),
    mrpAndTaxes: z.boolean(),
    bestSellers: z.boolean().default(false),
  }),
})

const storedTax = z.object({
  tax: z.object({
    mode: z.enum(['added', 'included']),
    rounding: z.enum(['down', 'half up']),
    classes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        nameTh: z.string(),
        rates: z.array(z.object({ from: z.string(), basisPoints: z.int() })).readonly(),
      }),
    ),
  }),
  /** Absent in a shop without documents. */
  issuer: z.object({ taxId: z.string(), branch: z.string().optional(), vatRegistered: z.boolean() }).optional(),
  documentsSince: z.string().optional(),
})

const storedPromptPay = promptPaySettings.extend({
  proxy: z.union([
    z.object({ kind: z.enum(['mobile', 'taxId', 'eWallet']), number: z.string() }),
    z.object({
      kind: z.literal('biller'),
      number: z.string(),
      reference1: z.string(),
      reference2: z.string().optional(),
    }),
  ]),
})

/**
 * What is stored of each topic of the owner's settings, which is also what the audit log shows.
 *
 * Rows that an earlier version of the shop stored are read with these schemas, too. So a field that is added to one of
 * them, also to one that is a call's, has a `default`, and a limit isn't lowered without a migration of the rows.
 */
export const settingValues = {
  asap: asapSettings,
  categories: z.object({ categories: z.array(storedCategory) }),
  hours: openingHours,
  promptpay: storedPromptPay,
  'second-factor': factorSettings,
  shop: storedShop,
  staff: staffSettings,
  tax: storedTax,
  unconfirmed: unconfirmedRule,
}

/** The name under which a part of the owner's settings is stored. */
export type SettingTopic = keyof typeof settingValues
export type SettingValue<Topic extends SettingTopic> = z.infer<(typeof settingValues)[Topic]>

/** Returns a topic's value from its row. Throws an error that names the topic if it isn't one. */
export function parseSetting<Topic extends SettingTopic>(topic: Topic, stored: unknown): SettingValue<Topic> {
  const parsed = settingValues[topic].safeParse(stored)
  if (parsed.error)
    throw new Error(`The stored setting "${topic}" has another form than expected: ${z.prettifyError(parsed.error)}`)
  return parsed.data as SettingValue<Topic>
}
