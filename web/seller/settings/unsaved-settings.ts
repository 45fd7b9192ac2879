import { sellerKey } from '../client/seller-key.ts'
import type { Draft } from './promptpay-draft.ts'

/** The unsaved text in the form of PromptPay, and the version that it is based on. */
export type UnsavedSettings = { draft: Draft; version: number }

/** By seller. It survives the end of the session. */
const unsaved = new Map<string, UnsavedSettings>()
const key = () => sellerKey('promptpay')

/** Returns the signed-in seller's unsaved text. */
export const findUnsaved = (): UnsavedSettings | undefined => unsaved.get(key())

/** Stores the signed-in seller's unsaved text. */
export function storeUnsaved(settings: UnsavedSettings): void {
  unsaved.set(key(), settings)
}

/** Deletes the signed-in seller's unsaved text. */
export function deleteUnsaved(): void {
  unsaved.delete(key())
}
