import { afterAll, expect, test } from 'vitest'
import { stepTo } from '../../testing/makers/orders.ts'
import { anAddress, aProduct, aPromotion, aZone } from '../../testing/makers/rows.ts'
import { aWindow } from '../../testing/makers/windows.ts'
import { type Person, seller, verified } from '../../testing/shop.ts'
import { promptPayShop } from '../../testing/shops/promptpay-shop.ts'
import { newId } from '../common/ids.ts'

const { shop, owner, anOrder, sendSlip, slipOf, reject, confirm } = await promptPayShop()
const rider = await seller(shop, 'rider')
afterAll(() => shop.close())

const call = async (who: Person, path: string, body: object) => {
  const { json } = await who.post(path as '/api/order/refund', body)
  if (!json.success) throw new Error(`${path}: ${json.message}`)
}
const tap = (what: string, order: string, more: object = {}) =>
  call(rider, `/api/rider/${what}`, { id: newId(), order, ...more })

/** The columns with the times of an order, by table. */
const times = {
  order_event: ['happened_at', 'at', 'undone_happened_at', 'undone_at'],
  order_move: ['at', 'from_start', 'from_end', 'to_start', 'to_end'],
  order_address_correction: ['at'],
  order_packed: ['packed_at'],
  order_delay: ['expected_at'],
  delivery_assignment: ['taken_at', 'ended_at', 'attempted_at', 'attempt_sent_at'],
  refund: ['at'],
  money_movement: ['at'],
  slip: ['created_at', 'decided_at'],
  shop_order: ['created_at', 'updated_at', 'deliver_from', 'promised_at'],
}

/** Gives an order known times, in their order, with microseconds: the tables say which and how many they are. */
async function setTimes(id: string): Promise<void> {
  const statements = Object.entries(times).flatMap(([table, columns], hour) => {
    const key = table === 'shop_order' ? 'id' : 'order_id'
    return columns.map(
      (column, minute) => `
        update ${table} set ${column} = '2026-11-22 00:00:00.123987+00'::timestamptz
          + make_interval(hours => ${hour}, mins => ${minute}, secs => rank)
        from (select ctid as row, row_number() over (order by ${columns.find((name) => name === 'at') ?? columns[0]}) as rank from ${table}
              where ${key} = '${id}') as ranked
        where ${table}.ctid = row and ${column} is not null;`,
    )
  })
  // Movements of money can't be changed otherwise.
  await shop.pool.query(`begin; set local session_replication_role = replica; ${statements.join('')} commit`)
}

/** Returns an order's JSON in a list, with words in place of its ids, and of the e-mail addresses of its staff. */
function textOf(orders: { _id: string; documents?: { id: string; name: string }[] }[], id: string): string {
  const order = orders.find(({ _id }) => _id === id) as (typeof orders)[number] & {
    userId: string
    number: number
    items: { product: { _id: string } }[]
    delivery?: { window?: string }
  }
  const words: [string | undefined, string][] = [
    [id, 'ORDER'],
    [order.userId, 'SHOPPER'],
    [order.items[0]?.product._id, 'PRODUCT'],
    [order.delivery?.window, 'WINDOW'],
    [owner.email, 'OWNER'],
    [rider.email, 'RIDER'],
    ...(order.documents ?? []).flatMap(({ id, name }, index): [string, string][] => [
      [id, `DOCUMENT ${index + 1}`],
      // It has the year.
      [name, 'NAME'],
    ]),
  ]
  let text = JSON.stringify({ ...order, number: 7 }, null, 2).replace(
    /"(?!2026-11-22)20\d\d-\d\d-\d\dT[\d:]{8}\.\d{3}Z"/g,
    '"NOW"',
  )
  for (const [found, word] of words) if (found) text = text.replaceAll(found, word)
  return text
}

/** Returns an order as the sellers' list has it. */
async function listed(id: string): Promise<string> {
  return textOf((await owner.get(`/api/order/seller?id=${id}`)).json.orders, id)
}

const corrected = {
  firstName: 'Malee',
  lastName: 'Suksan',
  street: '99/1 Charoen Krung Rd',
  city: 'Bang Rak',
  state: 'Bangkok',
  zipcode: '10500',
  country: 'Thailand',
  phone: '0891112222',
  note: 'Ring twice',
}

test('a cash order that was moved, corrected, tried in vain, delivered, undone and refunded', async () => {
  await aZone(shop.db, { nameTh: 'บางรัก' })
  await aPromotion(shop.db, { name: 'Ten percent', nameTh: 'ลดสิบ' })
  await aPromotion(shop.db, { name: 'Free delivery', terms: { kind: 'freeDelivery' } })
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const product = (await aProduct(shop.db, { offerPrice: 20_000, price: 25_000, stock: 10 })).id
  const [first, second] = [await aWindow(shop.db), await aWindow(shop.db, { startsIn: 26 * 60 })]
  const items = [{ product, quantity: 2 }]
  const { json } = await shopper.post('/api/order/cod', { address, items, delivery: { window: first } })
  if (!json.success) throw new Error(json.message)
  const id = json.orderId as string
  await call(shopper, '/api/order/move-window', { orderId: id, window: second })
  await stepTo(owner, id, 'Packing')
  await call(owner, '/api/order/packed', { id, packed: true })
  await tap('take', id)
  await tap('failed-attempt', id, { reason: 'wrong_address', waited: 60_000 })
  await call(owner, '/api/order/move-window-as-seller', { id, window: first })
  await call(owner, '/api/order/correct-address', { id, address: corrected, seen: 1 })

  await tap('take', id)
  const { rows } = await shop.pool.query('select balance_cents from shop_order where id = $1', [id])
  await tap('delivered', id, { receivedBy: 'Mali', collected: rows[0].balance_cents / 100 })
  await call(owner, '/api/order/undo-step', { id })
  await call(owner, '/api/order/refund', {
    id,
    lines: [{ product, quantity: 1 }],
    reason: 'missing',
    seen: { reduction: 0 },
  })
  const { json: list } = await owner.get(`/api/order/seller?id=${id}`)
  const [{ money }] = list.orders
  await call(owner, '/api/order/take-step', {
    id,
    from: 'Out for delivery',
    status: 'Delivered',
    toCollect: money.balance,
  })
  await shop.pool.query('update order_event set happened_at = at, undone_happened_at = undone_at where order_id = $1', [
    id,
  ])
  await shop.runJobs()
  await setTimes(id)
  expect(await listed(id)).toMatchInlineSnapshot(`
    "{
      "_id": "ORDER",
      "number": 7,
      "userId": "SHOPPER",
      "paymentType": "COD",
      "subtotal": 400,
      "tax": 23.55,
      "discounts": [
        {
          "name": "Ten percent",
          "nameTh": "ลดสิบ",
          "amount": 40
        },
        {
          "name": "Free delivery",
          "amount": 40
        }
      ],
      "delivery": {
        "zone": {
          "name": "Bang Rak",
          "nameTh": "บางรัก"
        },
        "fee": 40,
        "from": "2026-11-22T09:02:01.123Z",
        "promisedAt": "2026-11-22T09:03:01.123Z",
        "window": "WINDOW"
      },
      "amount": 360,
      "status": "Delivered",
      "isPaid": true,
      "cost": 180,
      "refunds": [
        {
          "at": "2026-11-22T06:00:01.123Z",
          "amount": 180,
          "lines": [
            {
              "product": "PRODUCT",
              "quantity": 1
            }
          ],
          "reason": "missing",
          "by": "OWNER"
        }
      ],
      "createdAt": "2026-11-22T09:00:01.123Z",
      "updatedAt": "2026-11-22T09:01:01.123Z",
      "address": {
        "firstName": "Malee",
        "lastName": "Suksan",
        "street": "99/1 Charoen Krung Rd",
        "city": "Bang Rak",
        "state": "Bangkok",
        "zipcode": 10500,
        "country": "Thailand",
        "phone": "0891112222",
        "note": "Ring twice"
      },
      "items": [
        {
          "product": {
            "_id": "PRODUCT",
            "name": "Potato",
            "nameTh": "มันฝรั่ง",
            "description": [
              "Fresh from the market",
              "Good for frying"
            ],
            "descriptionTh": null,
            "category": "Vegetables",
            "price": 250,
            "offerPrice": 200,
            "image": [],
            "inStock": true,
            "stock": 10,
            "Weight": "1 kg",
            "createdAt": "NOW",
            "updatedAt": "NOW"
          },
          "quantity": 2
        }
      ],
      "timeline": [
        {
          "status": "Order Placed",
          "at": "2026-11-22T00:00:01.123Z",
          "sentAt": "2026-11-22T00:01:01.123Z"
        },
        {
          "status": "Confirmed",
          "at": "2026-11-22T00:00:02.123Z",
          "by": "OWNER",
          "sentAt": "2026-11-22T00:01:02.123Z"
        },
        {
          "status": "Packing",
          "at": "2026-11-22T00:00:03.123Z",
          "by": "OWNER",
          "sentAt": "2026-11-22T00:01:03.123Z"
        },
        {
          "status": "Out for delivery",
          "at": "2026-11-22T00:00:05.123Z",
          "by": "RIDER",
          "sentAt": "2026-11-22T00:01:05.123Z"
        },
        {
          "status": "Delivered",
          "at": "2026-11-22T00:00:07.123Z",
          "by": "OWNER",
          "sentAt": "2026-11-22T00:01:07.123Z"
        }
      ],
      "documents": [
        {
          "id": "DOCUMENT 1",
          "kind": "abbreviated tax invoice",
          "name": "NAME"
        }
      ],
      "money": {
        "cost": 180,
        "received": 180,
        "balance": 0,
        "lines": [
          360
        ],
        "refunding": false
      },
      "packed": {
        "at": "2026-11-22T03:00:01.123Z",
        "by": "OWNER"
      },
      "undone": [
        {
          "status": "Out for delivery",
          "at": "2026-11-22T00:00:04.123Z",
          "by": "RIDER",
          "sentAt": "2026-11-22T00:01:04.123Z",
          "undoneAt": "2026-11-22T00:02:04.123Z",
          "undoneSentAt": "2026-11-22T00:03:04.123Z",
          "undoneBy": "RIDER"
        },
        {
          "status": "Delivered",
          "at": "2026-11-22T00:00:06.123Z",
          "by": "RIDER",
          "sentAt": "2026-11-22T00:01:06.123Z",
          "undoneAt": "2026-11-22T00:02:06.123Z",
          "undoneSentAt": "2026-11-22T00:03:06.123Z",
          "undoneBy": "OWNER"
        }
      ],
      "failedAttempts": [
        {
          "at": "2026-11-22T05:02:01.123Z",
          "reason": "wrong_address",
          "sentAt": "2026-11-22T05:03:01.123Z",
          "back": true,
          "by": "RIDER"
        }
      ],
      "movements": [
        {
          "at": "2026-11-22T07:00:02.123Z",
          "by": "RIDER",
          "kind": "received",
          "method": "cash",
          "amount": 360
        },
        {
          "at": "2026-11-22T07:00:03.123Z",
          "by": "OWNER",
          "kind": "received",
          "method": "cash",
          "amount": -360
        },
        {
          "at": "2026-11-22T07:00:05.123Z",
          "by": "OWNER",
          "kind": "received",
          "method": "cash",
          "amount": 180
        }
      ],
      "addressVersion": 2,
      "corrections": [
        {
          "at": "2026-11-22T02:00:01.123Z",
          "by": "OWNER"
        }
      ],
      "moves": [
        {
          "at": "2026-11-22T01:00:01.123Z",
          "by": "shopper",
          "was": {
            "from": "2026-11-22T01:01:01.123Z",
            "promisedAt": "2026-11-22T01:02:01.123Z"
          },
          "to": {
            "from": "2026-11-22T01:03:01.123Z",
            "promisedAt": "2026-11-22T01:04:01.123Z"
          }
        },
        {
          "at": "2026-11-22T01:00:02.123Z",
          "by": "OWNER",
          "was": {
            "from": "2026-11-22T01:01:02.123Z",
            "promisedAt": "2026-11-22T01:02:02.123Z"
          },
          "to": {
            "from": "2026-11-22T01:03:02.123Z",
            "promisedAt": "2026-11-22T01:04:02.123Z"
          }
        }
      ]
    }"
  `)
})

test('an order by PromptPay with a rejected slip and a confirmed one, which comes late', async () => {
  const { shopper, order } = await anOrder()
  const id = order.orderId as string
  await sendSlip(shopper, id, { reference: 'FIRST1' })
  await reject((await slipOf(id)).id)
  await sendSlip(shopper, id, { reference: 'SECOND1' })

  const slip = await slipOf(id)
  expect((await confirm({ id: slip.id })).json).toMatchObject({ success: true })
  await shop.pool.query('update shop_order set window_id = null, promised_at = now() where id = $1', [id])
  await shop.pool.query("insert into order_delay (order_id, expected_at, reason) values ($1, now(), 'queue')", [id])
  await stepTo(owner, id, 'Packing')
  await tap('take', id)
  await shop.runJobs()
  await setTimes(id)
  expect(await listed(id)).toMatchInlineSnapshot(`
    "{
      "_id": "ORDER",
      "number": 7,
      "userId": "SHOPPER",
      "paymentType": "PromptPay",
      "subtotal": 19.99,
      "tax": 1.18,
      "discounts": [
        {
          "name": "Ten percent",
          "nameTh": "ลดสิบ",
          "amount": 2
        },
        {
          "name": "Free delivery",
          "amount": 40
        }
      ],
      "delivery": {
        "zone": {
          "name": "Bang Rak",
          "nameTh": "บางรัก"
        },
        "fee": 40,
        "from": "2026-11-22T09:02:01.123Z",
        "promisedAt": "2026-11-22T09:03:01.123Z",
        "late": {
          "expectedAt": "2026-11-22T04:00:01.123Z",
          "reason": "queue"
        }
      },
      "amount": 17.99,
      "status": "Out for delivery",
      "isPaid": true,
      "createdAt": "2026-11-22T09:00:01.123Z",
      "updatedAt": "2026-11-22T09:01:01.123Z",
      "address": {
        "firstName": "Somchai",
        "lastName": "Jaidee",
        "street": "88 Charoen Krung Rd",
        "city": "Bang Rak",
        "state": "Bangkok",
        "zipcode": 10500,
        "country": "Thailand",
        "phone": "+66 81 234 5678"
      },
      "items": [
        {
          "product": {
            "_id": "PRODUCT",
            "name": "Potato",
            "nameTh": "มันฝรั่ง",
            "description": [
              "Fresh from the market",
              "Good for frying"
            ],
            "descriptionTh": null,
            "category": "Vegetables",
            "price": 19.99,
            "offerPrice": 19.99,
            "image": [],
            "inStock": true,
            "stock": 10,
            "Weight": "1 kg",
            "createdAt": "NOW",
            "updatedAt": "NOW"
          },
          "quantity": 1
        }
      ],
      "timeline": [
        {
          "status": "Awaiting payment",
          "at": "2026-11-22T00:01:01.123Z"
        },
        {
          "status": "Order Placed",
          "at": "2026-11-22T00:01:02.123Z",
          "by": "OWNER"
        },
        {
          "status": "Confirmed",
          "at": "2026-11-22T00:01:03.123Z",
          "by": "OWNER"
        },
        {
          "status": "Packing",
          "at": "2026-11-22T00:01:04.123Z",
          "by": "OWNER"
        },
        {
          "status": "Out for delivery",
          "at": "2026-11-22T00:01:05.123Z",
          "by": "RIDER"
        }
      ],
      "documents": [
        {
          "id": "DOCUMENT 1",
          "kind": "abbreviated tax invoice",
          "name": "NAME"
        }
      ],
      "money": {
        "cost": 17.99,
        "received": 17.99,
        "balance": 0,
        "lines": [
          17.99
        ],
        "refunding": false
      },
      "packed": {
        "at": "2026-11-22T03:00:01.123Z"
      },
      "withRider": true,
      "movements": [
        {
          "at": "2026-11-22T07:00:02.123Z",
          "by": "OWNER",
          "kind": "received",
          "method": "promptpay",
          "amount": 17.99
        }
      ],
      "slips": [
        {
          "at": "2026-11-22T08:00:01.123Z",
          "rejected": {
            "at": "2026-11-22T08:01:01.123Z",
            "by": "OWNER",
            "reason": "No money came"
          }
        },
        {
          "at": "2026-11-22T08:00:02.123Z"
        }
      ],
      "addressVersion": 1
    }"
  `)
})
