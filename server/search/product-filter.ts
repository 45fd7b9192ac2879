/** Limits of a list's products besides the search text. */
export type ProductFilter = {
  category?: string | undefined
  sellable?: boolean | undefined
  /** The seller's stock switch, whatever the counted stock is. */
  switchedOn?: boolean | undefined
  onOffer?: boolean | undefined
  /** Limits of the offer price in cents, both inclusive. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
  /** Archived products instead of those in the catalogue. */
  archived?: boolean | undefined
}
