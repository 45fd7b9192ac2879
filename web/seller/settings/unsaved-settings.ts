import { sellerKey } from '../client/seller-key.ts'
import type { UnsavedSettings } from '../ui/use-settings-form.ts'
import type { Draft, SavedPromptPay } from './promptpay-draft.ts'

type Unsaved = { saved: SavedPromptPay; draft: Draft }

/** By seller. It survives the end of the session. */
const unsaved = new Map<string, Unsaved>()
const key = () => sellerKey('promptpay')

/** The signed-in seller's unsaved text in the form of PromptPay, and the settings that it is based on. */
export const unsavedPromptPay: UnsavedSettings<SavedPromptPay, Draft> = {
  find: () => unsaved.get(key()),
  store: (settings) => void unsaved.set(key(), settings),
  delete: () => void unsaved.delete(key()),
}
