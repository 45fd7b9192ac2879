/** Limits of riders' calls. */
export const riderLimits = {
  /** Orders that a rider has at a time. */
  orders: 30,
  receivedBy: 60,
  /** The most hours for which a tap counts as having waited on the phone. */
  waitedHours: 12,
  /** A longer wait than these hours means that the phone's clock was set meanwhile: the tap counts as sent at once. */
  acceptedHours: 24,
  /** Bytes of a photo, and its pixels. Phones make it smaller before they send it. */
  photoBytes: 6 * 1024 * 1024,
  photoPixels: 25_000_000,
  /** Width and height in pixels to which a photo is reduced. */
  photoSide: 1600,
  /** Days for which photos are kept. */
  photoDays: 90,
} as const
