import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { SlipCard } from './slip-card.tsx'

const slip: SellerSlip = {
  id: '1',
  orderId: '2',
  orderNumber: 1042,
  orderStatus: 'Awaiting payment',
  name: 'Mali',
  amount: 284.5,
  picture: null,
  state: 'waiting',
  at: '2026-11-23T04:00:00Z',
}

/** The card of a slip with this verdict: the look of its two buttons, and its text. */
function card(verdict: SellerSlip['verdict'], more: Partial<SellerSlip> = {}) {
  const html = renderToStaticMarkup(
    <SlipCard
      slip={{ ...slip, verdict, ...more }}
      now={Date.parse('2026-11-23T04:01:00Z')}
      isDeciding={false}
      onDecide={() => {}}
    />,
  )
  const lookOf = (label: string) => {
    const [button = ''] = html.match(new RegExp(`<button[^>]*aria-label="${label}[^>]*>`)) ?? []
    const variants = ['primary', 'outline', 'ghost', 'danger'] as const
    return variants.find((variant) => button.includes(buttonClasses(variant)))
  }
  return { confirm: lookOf('Money is here'), reject: lookOf('Reject the slip'), text: html.replace(/<[^>]*>/g, ' ') }
}

test('confirming stands out, unless the service that asks the banks disagrees: then rejecting does', () => {
  for (const verdict of [undefined, 'confirmed', 'pending', 'unavailable'] as const)
    expect(card(verdict)).toMatchObject({ confirm: 'primary', reject: 'ghost' })
  for (const verdict of ['notFound', 'wrongAmount', 'wrongReceiver', 'tooEarly', 'repeated'] as const)
    expect(card(verdict)).toMatchObject({ confirm: 'outline', reject: 'danger' })
})

test('a slip says what the service answered, and that it hasn’t', () => {
  expect(card('wrongReceiver').text).toContain('The transfer went to another account.')
  expect(card('pending').text).toContain('hasn’t answered')
  expect(card('unavailable').text).toContain('can’t be reached')
  expect(card(undefined).text).not.toContain('bank')
})

test('a slip names the other order for which the same picture was sent', () => {
  const words = 'The same picture was sent for order 1007'
  expect(card(undefined, { unread: 'no_code', samePictureAs: 1007 }).text).toContain(words)
  expect(card(undefined, { unread: 'no_code' }).text).not.toContain('same picture')
})

test('a slip says what was recorded for its order already, so that one transfer isn’t recorded twice', () => {
  const words = '$240.00 was recorded for this order already'
  expect(card(undefined, { orderStatus: 'Cancelled', received: 240 }).text).toContain(words)
  expect(card(undefined, { orderStatus: 'Cancelled' }).text).not.toContain('recorded for this order already')
})

test('a confirmed slip shows what came by it, also if its order cost something else', () => {
  expect(card(undefined, { state: 'confirmed', confirmedAmount: 240 }).text).toMatch(/\$240\.00(?!.*\$284\.50)/s)
  expect(card(undefined, { state: 'confirmed' }).text).toContain('$284.50')
})
