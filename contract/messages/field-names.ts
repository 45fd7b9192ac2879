import type { Texts } from '../values/fill-text.ts'
import type { Language } from '../values/languages.ts'
import { addressLabels } from './address-labels.ts'
import { type FieldErrorCode, fieldErrorMessage, requiredMessage } from './field-errors.ts'
import { productLabels } from './product-labels.ts'

/** Names of the calls' fields for people, for messages shown away from the field. */
const fieldNames: Readonly<Record<string, Texts>> = {
  ...productLabels,
  ...addressLabels,
  // Other calls have these fields, too.
  name: { en: 'Name', th: 'ชื่อ' },
  nameTh: { en: 'Thai name', th: 'ชื่อภาษาไทย' },
  email: { en: 'Email', th: 'อีเมล' },
  password: { en: 'Password', th: 'รหัสผ่าน' },
  newPassword: { en: 'New password', th: 'รหัสผ่านใหม่' },
  otp: { en: 'Code', th: 'รหัส 6 หลัก' },
  label: { en: 'Label', th: 'ชื่อที่อยู่' },
  address: { en: 'Address', th: 'ที่อยู่' },
  taxId: { en: 'Tax ID', th: 'เลขประจำตัวผู้เสียภาษี' },
  branch: { en: 'Branch', th: 'สาขา' },
  quantity: { en: 'Quantity', th: 'จำนวน' },
}

/** Returns the name of the field at a path, such as `address.zipcode`; undefined if it has none for people. */
function nameOf(path: string, language: Language): string | undefined {
  const field = path.split('.').at(-1) ?? path
  return Object.hasOwn(fieldNames, field) ? fieldNames[field]?.[language] : undefined
}

/**
 * Returns a field's error as a message that makes sense away from the field: the field's name, if it has one for
 * people, and the error.
 */
export function withFieldName(path: string, error: string, language: Language): string {
  const label = nameOf(path, language)
  return label === undefined || error.toLowerCase().includes(label.toLowerCase()) ? error : `${label}: ${error}`
}

/** Returns the error message of the field at this path; an empty field is named, if it has a name for people. */
export function fieldErrorMessageAt(
  path: string,
  error: FieldErrorCode,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const label = nameOf(path, language)
  return error === 'required' && label ? requiredMessage(label, language) : fieldErrorMessage(error, language, values)
}
