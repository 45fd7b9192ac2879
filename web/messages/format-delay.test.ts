import { expect, test } from 'vitest'
import { formatDelay } from './format-delay.ts'

test('an order that is out late says nothing about a ride, as it may have no rider any more', () => {
  const late = { expectedAt: '2026-03-01T07:30:00.000Z', reason: 'ride' as const }
  expect(formatDelay({ promisedAt: '2026-03-01T07:00:00.000Z', late })).toMatch(
    /because it is on its way longer than usual\.$/,
  )
})
