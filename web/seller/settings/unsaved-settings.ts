import { sellerKey } from '../client/seller-key.ts'
import type { Typed } from './promptpay-typed.ts'

/** What is typed in the form of PromptPay and not saved, and the version that it is based on. */
export type UnsavedSettings = { typed: Typed; version: number }

/** By seller. It survives the end of the session. */
const unsaved = new Map<string, UnsavedSettings>()
const key = () => sellerKey('promptpay')

/** Returns what the signed-in seller has typed and not saved. */
export const findUnsaved = (): UnsavedSettings | undefined => unsaved.get(key())

export function storeUnsaved(settings: UnsavedSettings): void {
  unsaved.set(key(), settings)
}

export function deleteUnsaved(): void {
  unsaved.delete(key())
}
