import { type SecondFactor, secondFactors, signInSeconds } from '../../../contract/staff/second-factor.ts'
import { tabStorage } from '../../client/browser-storage.ts'

/*
 * That this tab's sign-in awaits its second step, so that a reload goes on there: the shop knows the sign-in by a
 * cookie, and asks for the password again once its time is over.
 */

const key = 'talad.second-step'

/** Returns the second factors of the account whose password was right; undefined if no sign-in has begun. */
export function begunSecondStep(now = Date.now()): readonly SecondFactor[] | undefined {
  const { factors, at } = (tabStorage.readJson(key) ?? {}) as { factors?: unknown; at?: unknown }
  if (!Array.isArray(factors) || typeof at !== 'number' || now - at > signInSeconds * 1000 || now < at) return undefined
  return secondFactors.filter((each) => factors.includes(each))
}

/** Keeps that a sign-in has begun; undefined forgets it. */
export function keepSecondStep(factors: readonly SecondFactor[] | undefined, now = Date.now()): void {
  tabStorage.write(key, factors ? JSON.stringify({ factors, at: now }) : null)
}
