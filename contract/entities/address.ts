import * as z from 'zod'
import { limits } from '../values/limits.ts'
import { textField } from './fields.ts'

/**
 * Letters and digits, in groups: "10500", "๑๐๕๐๐", "SW1A 1AA", "100-0001". A number is accepted because a number input
 * sends one. Stored as text with 0 to 9, so 01000 stays 01000.
 */
export const zipcodeInput = z
  .union([z.string(), z.int().nonnegative()], { error: 'zipcode' })
  .refine((value) => isZipcode(String(value).trim()), { error: 'zipcode' })

const isZipcode = (code: string) =>
  code.length >= limits.zipcodeMin &&
  code.length <= limits.zipcodeMax &&
  /^[0-9๐-๙A-Za-z]+(?:[ -][0-9๐-๙A-Za-z]+)*$/.test(code)

/** Returns whether it contains digits, of any script; words such as "ext." may stand beside them. */
const hasDigits = (phone: string) => (phone.match(/\p{Nd}/gu)?.length ?? 0) >= limits.phoneMin

export const addressInput = z.object({
  firstName: textField(limits.shortText),
  lastName: textField(limits.shortText),
  street: textField(limits.shortText),
  city: textField(limits.shortText),
  state: textField(limits.shortText),
  zipcode: zipcodeInput,
  country: textField(limits.shortText),
  phone: textField(limits.phoneMax, limits.phoneMin).refine(hasDigits, { error: 'phone' }),
  /** The shopper's name for it, such as "Home". Our own field, like the note. */
  label: textField(limits.addressLabel, 0).nullish(),
  /** For the rider. */
  note: textField(limits.addressNote, 0).nullish(),
})
export type AddressInput = z.infer<typeof addressInput>

/** Where an order goes, as a seller corrects it: the label is the shopper's own. */
export const correctedAddress = addressInput.omit({ label: true })

const addressFields = {
  firstName: z.string(),
  lastName: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  /** A number if it has no leading zero, letter or hyphen to lose; else text. */
  zipcode: z.union([z.number(), z.string()]),
  country: z.string(),
  phone: z.string(),
}

/** The copy in an order. The note for the rider, our own field, is absent if empty. */
export const orderAddress = z.object({ ...addressFields, note: z.string().optional() })

/** A shopper's address. The last four fields are our own. */
export const address = z.object({
  _id: z.string(),
  userId: z.string(),
  ...addressFields,
  label: z.string().nullable(),
  note: z.string().nullable(),
  isDefault: z.boolean(),
  /** Grows with each change of its fields. */
  version: z.int(),
})
export type Address = z.infer<typeof address>
export type OrderAddress = z.infer<typeof orderAddress>
