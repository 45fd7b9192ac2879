/*
 * The text in EMVCo QR codes: fields of a two-digit tag, a two-digit length and a value, closed by a checksum. Codes to
 * pay and the codes on bank slips have this form. A value may contain fields itself.
 */

/** Values by tag. */
export type Tags = ReadonlyMap<string, string>

/**
 * Returns one field. Throws a RangeError for a tag without two digits, and for a value that isn't 1 to 99 printable
 * ASCII characters.
 */
export function writeTag(id: string, value: string): string {
  if (!/^\d\d$/.test(id) || !/^[ -~]{1,99}$/.test(value)) throw new RangeError(`not a value of tag ${id}: ${value}`)
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/**
 * Returns the values of untrusted text by tag, or undefined if it isn't made of whole fields, has an empty one or the
 * same tag twice. Takes any text: the time is linear in its length.
 */
export function readTags(text: string): Tags | undefined {
  const tags = new Map<string, string>()
  for (let offset = 0; offset < text.length; ) {
    const head = text.slice(offset, offset + 4)
    if (!/^[0-9]{4}$/.test(head)) return undefined
    const id = head.slice(0, 2)
    const length = Number(head.slice(2))
    const value = text.slice(offset + 4, offset + 4 + length)
    if (length === 0 || value.length !== length || tags.has(id)) return undefined
    tags.set(id, value)
    offset += 4 + length
  }
  return tags
}

/** Returns the checksum of a text as four upper-case hexadecimal digits: CRC-16/CCITT-FALSE, over its UTF-8 bytes. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Appends the checksum as the last field. It covers everything before its digits, its own tag and length included. */
export function closeWithCrc(text: string, id: string): string {
  const covered = `${text}${id}04`
  return covered + crc16(covered)
}
