import { crc16, readTags, type Tags } from '../contract/payments/emv-tags.ts'

/*
 * Reads a payment code back, as a bank's app does. The shop only writes them.
 */

/**
 * Returns the tags of a payment code without its checksum, with those inside tags 26 to 51 and 62 as `29.01`. Undefined
 * for any other text, and if the checksum is wrong.
 */
export function paymentTags(payload: string): Tags | undefined {
  const body = payload.slice(0, -8)
  const crc = payload.slice(-4)
  if (payload.slice(-8, -4) !== '6304' || crc !== crc16(`${body}6304`)) return undefined
  const tags = readTags(body)
  if (!body.startsWith('000201') || !tags) return undefined
  const all = new Map<string, string>()
  for (const [id, value] of tags) {
    const isTemplate = (id >= '26' && id <= '51') || id === '62'
    const inner = isTemplate ? readTags(value) : undefined
    if (isTemplate && !inner) return undefined
    if (inner) for (const [innerId, innerValue] of inner) all.set(`${id}.${innerId}`, innerValue)
    else all.set(id, value)
  }
  return all
}

/** Returns whether two payment codes ask for the same payment. Programs write the tags in different orders. */
export function haveSameTags(payload: string, other: string): boolean {
  const tags = paymentTags(payload)
  const others = paymentTags(other)
  return (
    tags?.size === others?.size && tags !== undefined && [...tags].every(([id, value]) => others?.get(id) === value)
  )
}
