/**
 * Normalises an e-mail address: without surrounding space, in lower case. Mail servers may distinguish letter cases
 * (RFC 5321, 2.4), but people and browsers don't, and one person would end up with two accounts.
 */
export function emailOf(typed: string): string {
  return typed.trim().toLowerCase()
}
