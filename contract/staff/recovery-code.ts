/** Letters and digits that aren't mistaken for one another: Crockford's base 32, in lower case. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** The form of the recovery codes that replace a second factor. */
export const recoveryCode = {
  /** Codes of an account. */
  count: 10,
  /** Characters of a code without its hyphens. */
  length: 12,
  alphabet,
  /**
   * Returns a typed code without hyphens and spaces, in lower case, with o, i and l as the digits that they resemble.
   */
  plain: (text: string): string =>
    text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1'),
} as const
