import { tabStorage } from '../client/browser-storage.ts'

/*
 * The typed text of the form to register, without the password. It survives a reload, such as for the other language,
 * and ends with the tab.
 */

const key = 'talad.register'
const fields = ['name', 'email'] as const

/** Stores the values of a form. */
export function keepRegisterDraft(form: HTMLFormElement): void {
  const data = new FormData(form)
  tabStorage.write(key, JSON.stringify(Object.fromEntries(fields.map((name) => [name, String(data.get(name) ?? '')]))))
}

/** Fills the empty fields of a form with the stored values. */
export function restoreRegisterDraft(form: HTMLFormElement): void {
  const stored = tabStorage.readJson(key)
  if (typeof stored !== 'object' || stored === null) return
  for (const name of fields) {
    const field = form.elements.namedItem(name)
    const text: unknown = Object.hasOwn(stored, name) ? (stored as Record<string, unknown>)[name] : undefined
    if (!(field instanceof HTMLInputElement) || field.value !== '' || typeof text !== 'string' || text === '') continue
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Deletes the stored values. */
export const dropRegisterDraft = () => tabStorage.write(key, null)
