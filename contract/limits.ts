/** Every number that bounds what a call accepts. The server enforces them; the screens quote them. */
export const limits = {
  /** Different products in one cart. */
  cartProducts: 200,
  /** Pieces of one product in a cart or an order. */
  quantity: 99,
  /** Different products in one order. */
  orderLines: 100,
  /** Addresses one shopper can keep. */
  addresses: 50,
  name: 100,
  email: 200,
  passwordMin: 8,
  passwordMax: 256,
  shortText: 200,
  phoneMin: 3,
  phoneMax: 30,
  zipcodeMin: 3,
  zipcodeMax: 10,
  /** What a shopper calls an address, and what they tell the rider. */
  addressLabel: 30,
  addressNote: 300,
  productName: 200,
  descriptionLines: 50,
  descriptionLine: 500,
  weight: 50,
  /** Cents. Just under ten million in the shop's currency. */
  priceCents: 999_999_999,
  stock: 1_000_000,
  pictures: 4,
  pictureBytes: 12 * 1024 * 1024,
  picturePixels: 50_000_000,
  searchText: 100,
  /** Products up to which the whole list is answered at once; beyond it only pages are. */
  wholeList: 20_000,
  /** Rows of one page of any list. */
  pageSize: 100,
  /** Digits, minutes, wrong tries and mails an hour of a one-time code, for one address, purpose and origin. */
  codeDigits: 6,
  codeMinutes: 10,
  codeTries: 5,
  codeMailsPerHour: 5,
  /** Further mails an hour that strangers leave to origins which haven't asked in that hour. */
  codeMailsReserved: 3,
  /** Wrong codes a day for one address and purpose, from all unknown browsers together, and from all known ones. */
  wrongCodesPerDay: 100,
  /** Minutes for which the link in the mail of a code works: at least the hour that the mails are counted in. */
  codeLinkMinutes: 60,
  /** Seconds before the screen offers another code. */
  codeResendSeconds: 60,
  /** Minutes in which an online order can be paid. */
  paymentMinutes: 30,
  /** Orders of one shopper that may await payment at the same time: each holds stock. */
  unpaidOrders: 3,
  /** Online orders of one shopper that may end unpaid in 24 hours; until then the shopper can only pay in cash. */
  lapsedOrders: 10,
  idempotencyKey: 200,
  jsonBytes: 256 * 1024,
  jsonDepth: 20,
  /** Values in a JSON body, lists and maps among them: what is wrong with each would be found and told. */
  jsonValues: 5000,
} as const

/**
 * How far rows are counted: `all` where a list has no text and for what waits or runs out in the shop, `found` for what
 * a search finds. Beyond it people read "1,000+" or "100+"; counting more of a million would cost more than the page.
 */
export const counted = { all: 1000, found: 100 } as const

/** What the shop shows, in numbers. */
export const display = {
  bestSellers: 5,
  relatedProducts: 5,
  rating: 4,
  ratingOutOf: 5,
  /** The quantity selector offers 1 to this, or up to the current quantity where that is larger. */
  selectorQuantity: 9,
  loaderMilliseconds: 5000,
  /** An answer that takes longer shows a mark. */
  slowMilliseconds: 300,
  toastSuccessMilliseconds: 2000,
  toastErrorMilliseconds: 4000,
  toastsVisible: 20,
  listPage: 24,
  /** Counted stock at or below this is shown as "Only n left". */
  lowStock: 5,
  /** Days of the sales chart, today among them. */
  salesDays: 30,
} as const
