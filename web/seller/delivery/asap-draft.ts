import type { AsapSettings } from '../../../contract/entities/delivery.ts'
import { readWhole } from '../../../contract/values/read-whole.ts'

type NumberName = Exclude<keyof AsapSettings, 'enabled'>

/** The form's values, as typed. */
export type AsapDraft = { enabled: boolean } & Record<NumberName, string>

const defaultAsap: AsapSettings = { enabled: false, limitMinutes: 45, pickers: 1, riders: 1 }

/** Returns the form's values for the saved settings. */
export function draftOfAsap({ asap }: { asap: AsapSettings | null }): AsapDraft {
  const { enabled, limitMinutes, pickers, riders } = asap ?? defaultAsap
  return { enabled, limitMinutes: String(limitMinutes), pickers: String(pickers), riders: String(riders) }
}

/** Returns the settings to send. What is no whole number is sent as -1, which no field takes. */
export function asapOfDraft(draft: AsapDraft): AsapSettings {
  const number = (name: NumberName) => readWhole(draft[name]) ?? -1
  return {
    enabled: draft.enabled,
    limitMinutes: number('limitMinutes'),
    pickers: number('pickers'),
    riders: number('riders'),
  }
}
