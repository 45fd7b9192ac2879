/** Limits of what calls accept. The server enforces them; the screens mention them. */
export const limits = {
  /** Distinct products in a cart, and in an order. */
  cartProducts: 200,
  /** Pieces of one product in a cart or an order. */
  quantity: 99,
  name: 100,
  email: 200,
  passwordMin: 8,
  passwordMax: 256,
  shortText: 200,
  phoneMin: 3,
  phoneMax: 30,
  postcodeMin: 3,
  postcodeMax: 10,
  /** Label of an address, and note for the rider. */
  addressLabel: 30,
  addressNote: 300,
  /** Address on a tax invoice. */
  buyerAddress: 300,
  productName: 200,
  descriptionLines: 50,
  descriptionLine: 500,
  weight: 50,
  /** Cents. Just under ten million in the shop's currency. */
  priceCents: 999_999_999,
  stock: 1_000_000,
  pictures: 4,
  pictureBytes: 12 * 1024 * 1024,
  searchText: 100,
  /** Either side of a synonym. */
  synonym: 60,
  /** Rows of one page of any list. */
  pageSize: 100,
  /** Digits of a one-time code, and minutes for which it works. */
  codeDigits: 6,
  codeMinutes: 10,
  /** Seconds before the screen offers another code. */
  codeResendSeconds: 60,
  /** Minutes in which an order that awaits its payment can be paid. */
  paymentMinutes: 30,
  idempotencyKey: 200,
  /** Address of a browser at its push service. */
  pushEndpoint: 1000,
  /** Reason of a refund, and reference of a transfer. */
  refundReason: 200,
} as const

/** Limits that only the server applies, separate so that the browser's script doesn't contain them. */
export const serverLimits = {
  /** Staff with their open invitations. */
  staff: 200,
  /** Addresses of a shopper. */
  addresses: 50,
  /** Synonyms of the owner. */
  synonyms: 500,
  picturePixels: 50_000_000,
  /** Products up to which the call without a query answers with all of them; beyond it pages are required. */
  wholeList: 20_000,
  /** Wrong tries of a one-time code and mails an hour, for one address, purpose and client address. */
  codeTries: 5,
  codeMailsPerHour: 5,
  /** Further mails an hour, reserved for client addresses that haven't asked in that hour. */
  codeMailsReserved: 3,
  /** Wrong codes a day for one address and purpose, from all unknown browsers together, and from all known ones. */
  wrongCodesPerDay: 100,
  /** Minutes for which the link in a code's mail works: at least the hour of the mails' rate limit. */
  codeLinkMinutes: 60,
  /** Hours after the end of a payment by PromptPay in which a slip of it is still taken: the money is paid out. */
  lateSlipHours: 24,
  /** Unpaid orders of one shopper at the same time: each reserves stock. */
  unpaidOrders: 3,
  /** Orders of one shopper that may expire unpaid in 24 hours; after that only cash is accepted. */
  lapsedOrders: 10,
  /** Orders of one shopper in delivery windows that the shop hasn't confirmed: booking a window costs nothing. */
  windowOrders: 5,
  /** ASAP orders of one shopper that the shop hasn't confirmed: each delays the promises of others. */
  asapOrders: 3,
  /** Refunds of an order by sellers, and grams or millilitres of one. */
  refunds: 50,
  refundMeasure: 1_000_000,
  /** Promotions that aren't archived: an order reads all automatic ones. */
  promotions: 100,
  /** Weekly templates of delivery windows. */
  windowTemplates: 100,
  jsonBytes: 256 * 1024,
  jsonDepth: 20,
  /** Values in a JSON body, lists and maps included, because every wrong one would be reported. */
  jsonValues: 5000,
} as const

/**
 * Rows are counted up to these numbers: `all` in lists without a search text and in the seller's overview, `found` in
 * searches. Above them the screens show "1,000+" or "100+": counting more of a million rows would cost more than the
 * page.
 */
export const countCaps = { all: 1000, found: 100 } as const

/** Numbers of the screens. */
export const display = {
  homeProducts: 5,
  relatedProducts: 5,
  rating: 4,
  ratingOutOf: 5,
  /** The quantity selector offers 1 to this, or up to the current quantity if that is larger. */
  selectorQuantity: 9,
  loaderMilliseconds: 5000,
  /** A request that takes longer shows a progress mark. */
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
