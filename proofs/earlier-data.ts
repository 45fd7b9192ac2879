import type pg from 'pg'

/** Fills a database of the first version with shoppers, products, carts and orders. */
export async function fillFirstVersion(client: pg.Client, orders: number): Promise<void> {
  const people = Math.ceil(orders / 20)
  const run = (text: string, ...values: unknown[]) => client.query(text, values)
  await run(
    `insert into shopper (id, name, email, language)
     select gen_random_uuid(), 'มาลี ' || n, 'mali' || n || '@shopper.example', case when n % 2 = 0 then 'th' else 'en' end
     from generate_series(1, $1::int) n`,
    people,
  )
  await run(`insert into shopper_credential (id, shopper_id, account_id, provider_id, password)
     select gen_random_uuid(), id, id::text, 'credential', '$argon2id$' || md5(email) from shopper`)
  await run(`insert into seller (id, name, email) values (gen_random_uuid(), 'Owner', 'owner@shop.example')`)
  await run(`insert into product (id, name, name_th, description, category, price_cents, offer_price_cents, pictures, stock, weight)
     select gen_random_uuid(), 'Potato ' || n, 'มันฝรั่ง ' || n, array['Fresh', 'สดใหม่'], 'Vegetables', 200 + n, 100 + n,
            array['/pictures/' || md5(n::text)], nullif(n % 7, 0), '1 kg' from generate_series(1, 200) n`)
  await run(`insert into address (id, shopper_id, first_name, last_name, street, city, state, zipcode, country, phone)
     select gen_random_uuid(), id, name, 'ใจดี', '88 ถนนเจริญกรุง', 'Bang Rak', 'Bangkok', '01000', 'Thailand', '+66 81' from shopper`)
  await run(`insert into cart (shopper_id, items, arrived_at)
     select id, jsonb_build_object(gen_random_uuid()::text, 3), now() from shopper`)
  await run(
    `insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, address, language, attempt, fingerprint)
     select gen_random_uuid(), (array(select id from shopper order by email))[1 + n % $2::int],
            case when n % 5 = 0 then 'Online' else 'COD' end,
            (array['Awaiting payment', 'Order Placed', 'Confirmed', 'Packing', 'Out for delivery', 'Delivered', 'Cancelled'])[1 + n % 7],
            1000 + n, 20, 1020 + n, jsonb_build_object('firstName', 'มาลี', 'lastName', 'R', 'phone', '+66 8' || n), 'th',
            'attempt ' || n, md5(n::text)
     from generate_series(1, $1::int) n`,
    orders,
    people,
  )
  await run(`insert into order_line (order_id, position, product_id, quantity, offer_price_cents, product)
     select id, 1, gen_random_uuid(), 1 + number % 9, 100, jsonb_build_object('name', 'Potato', 'nameTh', 'มันฝรั่ง') from shop_order`)
  await run('insert into order_event (order_id, status) select id, status from shop_order')
  await run(`insert into one_time_code (email, purpose, code_hash, tries_left, expires_at)
     select email, 'verify', md5(email), 5, now() from shopper`)
}

/** The last migration of the later version that `fillLaterVersion` fills. */
export const lastOfLaterVersion = '0120-amount-of-confirmed-slips.sql'

/** The tables of the later version whose rows no later version changes. */
export const laterTables = [
  'setting',
  'delivery_zone',
  'delivery_area',
  'window_template',
  'delivery_window',
  'promotion',
  'order_packed',
  'staff_invitation',
]

/**
 * Fills the tables that a database of the later version has besides: settings, delivery, promotions, and what riders
 * did with the orders of `fillFirstVersion`.
 */
export async function fillLaterVersion(client: pg.Client): Promise<void> {
  const run = (text: string) => client.query(text)
  await run(`insert into setting (topic, value) values
     ('asap', '{"enabled": true, "limitMinutes": 60, "pickers": 2, "riders": 3}'),
     ('hours', '{"week": [{"day": 1, "from": "08:00", "to": "20:00"}], "closed": ["2026-12-31"]}'),
     ('staff', '{"auditDays": 400}')`)
  await run(`insert into delivery_zone (id, position, name, name_th, is_default, fee_tiers, ride_minutes)
     select gen_random_uuid(), n, 'Zone ' || n, 'เขต ' || n, n = 1, '[{"from": 0, "fee": 4000}]', 10 + n from generate_series(1, 20) n`)
  await run(
    `insert into delivery_area (zone_id, kind, code) select id, 'postcode', 10100 + position from delivery_zone`,
  )
  await run(`insert into window_template (id, days, starts, ends, capacity, cut_off_minutes)
     select gen_random_uuid(), '{1,2,3,4,5}', 60 * n, 60 * n + 60, 10, 30 from generate_series(8, 19) n`)
  await run(`insert into delivery_window (id, template_id, day, starts_at, ends_at, cut_off_at, capacity, taken)
     select gen_random_uuid(), id, '2026-11-24', '2026-11-24'::timestamptz + starts * interval '1 minute',
            '2026-11-24'::timestamptz + ends * interval '1 minute', '2026-11-24', 10, 3 from window_template`)
  await run(`insert into promotion (id, name, name_th, code, terms)
     select gen_random_uuid(), 'Fruit ' || n, 'ผลไม้ ' || n, case when n % 2 = 0 then 'FRUIT' || n end,
            '{"kind": "percent", "basisPoints": 1000, "categories": ["Fruits"]}' from generate_series(1, 50) n`)
  await run(
    `insert into order_packed (order_id, packed_by) select id, 'owner@shop.example' from shop_order where status = 'Packing'`,
  )
  await run(`insert into staff_invitation (id, email, role, token_hash, expires_at)
     values (gen_random_uuid(), 'mali@shop.example', 'rider', md5('token'), now() + interval '7 days')`)
  await run(`insert into delivery_run (id, order_id, rider, tries, tried_at, reason, ended_at, outcome)
     select gen_random_uuid(), id, 'rider@shop.example', 1, now(), 'no_answer', now(), case number % 2 when 0 then 'given back' else 'came back' end
     from shop_order where status = 'Packing'`)
  await run(`insert into rider_tap (id, rider, what)
     select gen_random_uuid(), rider, 'not home ' || order_id from delivery_run`)
}
