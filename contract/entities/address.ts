import * as z from 'zod'
import { hasPhoneDigits, isPostcode } from '../delivery/address-rules.ts'
import { limits } from '../values/limits.ts'
import { textField } from './fields.ts'

/** A number is accepted because a number input sends one. Stored as text with 0 to 9, so 01000 stays 01000. */
export const postcodeInput = z
  .union([z.string(), z.int().nonnegative()], { error: 'postcode' })
  .refine((value) => isPostcode(String(value).trim()), { error: 'postcode' })

export const addressInput = z.object({
  firstName: textField(limits.shortText),
  lastName: textField(limits.shortText),
  street: textField(limits.shortText),
  city: textField(limits.shortText),
  state: textField(limits.shortText),
  zipcode: postcodeInput,
  country: textField(limits.shortText),
  phone: textField(limits.phoneMax, limits.phoneMin).refine(hasPhoneDigits, { error: 'phone_digits' }),
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
