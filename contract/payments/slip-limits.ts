/**
 * Limits of PromptPay and of a slip's picture, in a file of their own so that only the screens that need them load
 * them.
 */
export const slipLimits = {
  /** The name that a bank's app shows for the shop. */
  receiver: 100,
  /** Days for which pictures can be kept. */
  slipDays: 3650,
  bytes: 10 * 1024 * 1024,
  /** Pixels; a large photograph of a phone has 24 million. */
  pixels: 25_000_000,
  /** Width and height in pixels to which a picture is reduced: to read its QR code, and to store it. */
  readSide: 2000,
  storedSide: 1280,
} as const
