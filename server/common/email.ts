import * as z from 'zod'
import { refuseUnless } from './refusal.ts'

/**
 * Normalises an e-mail address: without surrounding space, in lower case. Mail servers may distinguish letter cases
 * (RFC 5321, 2.4), but people and browsers don't, and one person would end up with two accounts.
 */
export function emailOf(typed: string): string {
  return typed.trim().toLowerCase()
}

const deliverable = z.email()

/** Throws `invalid_form` for an address that mail servers wouldn't take. The contract's own check is looser. */
export function refuseUndeliverable(email: string): void {
  refuseUnless(deliverable.safeParse(email).success, 'invalid_form', { fields: { email: 'email' } })
}
