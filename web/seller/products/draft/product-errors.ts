import { productLabels } from '../../../../contract/messages/product-labels.ts'
import { refusalMessage } from '../../../../contract/messages/refusals.ts'
import { getLocale } from '../../../messages/messages.ts'
import { slotOfSent } from './picture-slots.ts'
import { fieldLabel, type ProductDraft } from './product-draft.ts'
import type { PictureSlots } from './use-pictures.ts'

/** Returns the labels of fields, separated by commas. */
export const labelsOf = (names: readonly (keyof ProductDraft)[]) => names.map(fieldLabel).join(', ')

/** Returns the message of an invalid form: the first error, with its field's label. */
export function invalidFormMessage(fields: Record<string, string>): string {
  const [[name = '', error] = []] = Object.entries(fields)
  const label = Object.hasOwn(productLabels, name) ? `${fieldLabel(name as keyof ProductDraft)}: ` : ''
  return `${refusalMessage('invalid_form', getLocale())} (${label}${error})`
}

/**
 * Returns the shop's errors by the form's inputs: those of sent files by their slots, those of lines by their text
 * area.
 */
export function errorsByInput(fields: Record<string, string>, slots: PictureSlots): Record<string, string> {
  const files = slots.map((picture) => picture?.file)
  return Object.fromEntries(
    Object.entries(fields).map(([path, error]) => {
      const picture = /^images\.(\d+)$/.exec(path)
      if (picture) return [`images.${slotOfSent(files, Number(picture[1]))}`, error]
      const name = path.split('.')[0] ?? path
      return [name === 'image' ? 'images' : name, error]
    }),
  )
}
