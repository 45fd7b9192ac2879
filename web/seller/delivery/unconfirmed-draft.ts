import type { UnconfirmedRule } from '../../../contract/entities/delivery.ts'
import { readWhole } from '../../../contract/values/read-whole.ts'

/** The form's values, as typed. */
export type UnconfirmedDraft = { action: UnconfirmedRule['action']; after: string }

type SavedRule = { rule: UnconfirmedRule | null }

const defaultRule: UnconfirmedRule = { action: 'ring', afterMinutes: 15 }

/** Returns the form's values for the saved rule. */
export function draftOfUnconfirmed({ rule }: SavedRule): UnconfirmedDraft {
  const { action, afterMinutes } = rule ?? defaultRule
  return { action, after: String(afterMinutes) }
}

/**
 * Returns the rule to send. Minutes that are no whole number are sent as -1, which the shop refuses; while the shop
 * goes on ringing they don't matter, and the saved ones are sent.
 */
export function ruleOfDraft({ action, after }: UnconfirmedDraft, { rule }: SavedRule): UnconfirmedRule {
  if (action === 'ring') return { action, afterMinutes: (rule ?? defaultRule).afterMinutes }
  return { action, afterMinutes: readWhole(after) ?? -1 }
}
