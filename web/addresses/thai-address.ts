/*
 * Validation of addresses in Thailand. Only our form applies it; the call accepts every address within the contract's
 * limits (see docs/decisions/039-addresses.md).
 */

/** Returns whether text is a Thai postcode: five digits. */
export function isThaiPostcode(text: string): boolean {
  return /^[0-9]{5}$/.test(text)
}
