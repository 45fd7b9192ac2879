/**
 * An e-mail address as the shop keeps and compares it: without space around it, in lower case. Mail servers may tell
 * letter cases apart (RFC 5321, 2.4), but people and browsers don't, and two accounts of one person would be the price.
 */
export function emailOf(typed: string): string {
  return typed.trim().toLowerCase()
}
