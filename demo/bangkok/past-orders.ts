import type { OrderAddress } from '../../contract/entities/address.ts'
import { byShopper, type OrderStatus } from '../../contract/orders/order-status.ts'
import type { PaymentType } from '../../contract/payments/payment-methods.ts'
import { dayIn } from '../../contract/values/day.ts'
import type { Language } from '../../contract/values/languages.ts'
import { seededRandom } from '../seeded-random.ts'
import { bangkokShop } from './shop.ts'

/*
 * Two weeks of orders of invented shoppers, so that the seller's reports have something to show. Pure: the same for
 * every start in a given minute.
 */

export type PastShopper = { name: string; email: string; language: Language; address: OrderAddress }

export type PastOrder = {
  /** The index of its shopper. */
  shopper: number
  paymentType: PaymentType
  items: readonly { slug: string; quantity: number }[]
  steps: readonly { status: OrderStatus; at: Date; by: string | null }[]
  paidAt: Date | undefined
  /** The refund of a piece of the first line of a delivered order. */
  refund: { at: Date; reason: string } | undefined
}

/** The seller who worked on them. */
export const pastSeller = 'seller@talad.example'

const days = 14
const minute = 60_000
const day = 24 * 60 * minute

const person = (
  [firstName, lastName]: [string, string],
  mailbox: string,
  language: Language,
  [street, city, zipcode]: [string, string, string],
  phone: string,
): PastShopper => ({
  name: `${firstName} ${lastName}`,
  email: `${mailbox}@shopper.example`,
  language,
  address: {
    firstName,
    lastName,
    street,
    city,
    state: language === 'th' ? 'กรุงเทพมหานคร' : 'Bangkok',
    zipcode,
    country: language === 'th' ? 'ไทย' : 'Thailand',
    phone,
  },
})

/** Invented people; the reserved domain of their addresses receives no mail. */
export const pastShoppers: readonly PastShopper[] = [
  person(['สมชาย', 'ใจดี'], 'somchai', 'th', ['12/3 ซอยสุขุมวิท 49', 'คลองตันเหนือ วัฒนา', '10110'], '081 000 0001'),
  person(['กนกวรรณ', 'แสงทอง'], 'kanokwan', 'th', ['88/14 ถนนสีลม', 'สีลม บางรัก', '10500'], '081 000 0002'),
  person(['ประเสริฐ', 'วงศ์สวัสดิ์'], 'prasert', 'th', ['5 ซอยอารีย์ 1', 'พญาไท พญาไท', '10400'], '081 000 0003'),
  person(['Anna', 'Lindqvist'], 'anna', 'en', ['29 Soi Convent', 'Si Lom, Bang Rak', '10500'], '081 000 0004'),
  person(['นันทนา', 'ศรีสุข'], 'nantana', 'th', ['140 ถนนเจริญกรุง', 'บางรัก บางรัก', '10500'], '081 000 0005'),
  person(['ธนพล', 'เจริญผล'], 'thanapon', 'th', ['7/21 ซอยทองหล่อ 13', 'คลองตันเหนือ วัฒนา', '10110'], '081 000 0006'),
  person(['Daniel', 'Okafor'], 'daniel', 'en', ['61 Sathon Soi 10', 'Si Lom, Bang Rak', '10500'], '081 000 0007'),
  person(['พิมพ์ชนก', 'รุ่งเรือง'], 'pimchanok', 'th', ['303 ถนนพระราม 4', 'มหาพฤฒาราม บางรัก', '10500'], '081 000 0008'),
  person(['วิชัย', 'มั่นคง'], 'wichai', 'th', ['19 ซอยเจริญนคร 14', 'คลองต้นไทร คลองสาน', '10600'], '081 000 0009'),
  person(['ศิริพร', 'บุญมา'], 'siriporn', 'th', ['46/2 ซอยเย็นอากาศ', 'ช่องนนทรี ยานนาวา', '10120'], '081 000 0010'),
]

/** The postcode of the shop's own district: a short ride. */
const nearby = '10500'

/** Frequently bought products: earlier ones are drawn more often. */
const usualSlugs = [
  'eggs',
  'fresh-milk',
  'jasmine-rice',
  'nam-dok-mai-mango',
  'bananas',
  'drinking-water',
  'broccoli',
  'garlic',
  'tomatoes',
  'cola',
  'bread-loaf',
  'tom-yum-noodles',
  'watermelon',
  'green-tea',
  'croissants',
  'carrots',
  'coconut',
  'soy-milk',
  'gyoza',
  'pineapple',
  'potatoes',
  'cos-lettuce',
  'bento',
  'riceberry',
  'orange-juice',
  'strawberries',
  'rolled-oats',
  'cheese',
  'noodles-pack',
  'cookies',
  'red-apples',
  'ice-cream-tub',
]

/** Hours at which orders come, in the shop's time: most before lunch and after work. */
const hours = [8, 9, 9, 10, 10, 10, 11, 11, 12, 13, 14, 15, 16, 16, 17, 17, 17, 18, 18, 18, 19, 19]

const paymentTypes: readonly PaymentType[] = ['COD', 'PromptPay', 'COD', 'Online', 'COD', 'PromptPay', 'Online']

/** Returns the orders of the two weeks before `now`, the oldest first: all delivered or cancelled. */
export function pastOrders(now: Date): PastOrder[] {
  const random = seededRandom(20_500_101)
  const draw = (count: number) => Math.floor(random() * count)
  // Midnight in Bangkok, which has no summer time.
  const today = Date.parse(`${dayIn(bangkokShop.timeZone, now)}T00:00:00+07:00`)
  const orders: PastOrder[] = []
  for (let back = days - 1; back >= 0; back -= 1) {
    const midnight = today - back * day
    // Saturdays and Sundays are busier; Bangkok's day of the week is that of seven hours later in UTC.
    const isWeekend = [0, 6].includes(new Date(midnight + day / 2).getUTCDay())
    const times = Array.from({ length: (isWeekend ? 7 : 4) + draw(3) }, () => {
      const hour = hours[draw(hours.length)] ?? hours[0] ?? 8
      return midnight + (hour * 60 + draw(60)) * minute
    })
    for (const placed of times.sort((a, b) => a - b)) orders.push(orderAt(placed, orders.length, draw))
  }
  // Those of today that aren't over yet are left out.
  return orders.filter(({ steps, refund }) => (refund?.at ?? steps.at(-1)?.at ?? now) < now)
}

function orderAt(placed: number, number: number, draw: (count: number) => number): PastOrder {
  const shopper = draw(pastShoppers.length)
  const paymentType = paymentTypes[draw(paymentTypes.length)] ?? 'COD'
  const wanted = new Map<string, number>()
  for (let line = 0; line <= 2 + draw(5); line += 1) {
    const slug = usualSlugs[Math.min(draw(usualSlugs.length), draw(usualSlugs.length))]
    if (slug) wanted.set(slug, 1 + (draw(3) === 0 ? 1 + draw(2) : 0))
  }
  const items = [...wanted].map(([slug, quantity]) => ({ slug, quantity }))

  let at = placed
  const after = (least: number, more: number) => {
    at += (least + draw(more)) * minute
    return new Date(at)
  }
  const steps: PastOrder['steps'][number][] = []
  const isCash = paymentType === 'COD'
  if (!isCash) steps.push({ status: 'Awaiting payment', at: new Date(at), by: null })
  const placedAt = isCash ? new Date(at) : after(1, 5)
  steps.push({ status: 'Order Placed', at: placedAt, by: paymentType === 'PromptPay' ? pastSeller : null })
  const common = { shopper, paymentType, items, steps }
  if (number % 16 === 11) {
    steps.push({ status: 'Cancelled', at: after(2, 6), by: number % 32 === 11 ? byShopper : pastSeller })
    return { ...common, paidAt: isCash ? undefined : placedAt, refund: undefined }
  }
  steps.push({ status: 'Confirmed', at: after(2, 8), by: pastSeller })
  steps.push({ status: 'Packing', at: after(3, 15), by: pastSeller })
  // Three minutes to pack, and 30 to 60 seconds a line: the promised times of today follow from it.
  const lines = items.length
  steps.push({
    status: 'Out for delivery',
    at: after(3 + Math.round(lines / 2), 1 + Math.ceil(lines / 2)),
    by: pastSeller,
  })
  const isNear = pastShoppers[shopper]?.address.zipcode === nearby
  const deliveredAt = isNear ? after(9, 8) : after(18, 16)
  steps.push({ status: 'Delivered', at: deliveredAt, by: pastSeller })
  const reason = number % 2 === 0 ? 'damaged' : 'not fresh'
  const refund = number % 13 === 6 ? { at: after(20, 60), reason } : undefined
  return { ...common, paidAt: isCash ? deliveredAt : placedAt, refund }
}
