import { expect, test } from 'vitest'
import { makeKindSwitches } from './kind-switches.ts'

/** Switches that are all off, whose saves have these outcomes in turn; `sent` has what each of them saves. */
function switches(outcomes: readonly boolean[]) {
  const sent: object[] = []
  const made = makeKindSwitches({ orders: false, alarms: false, stock: false }, async (kinds) => {
    sent.push(kinds)
    return outcomes[sent.length - 1] ?? true
  })
  return { ...made, sent }
}

test('presses that follow one another are saved together', async () => {
  const { turn, shown, sent } = switches([true, true])
  turn('orders', true)
  await turn('stock', true)
  expect(sent).toEqual([
    { orders: true, alarms: false, stock: false },
    { orders: true, alarms: false, stock: true },
  ])
  expect(shown.get()).toEqual({ orders: true, alarms: false, stock: true })
})

test('a switch that wasn’t saved goes back, and the next press doesn’t save it', async () => {
  const { turn, shown, sent } = switches([false, true])
  turn('orders', true)
  const next = turn('stock', true)
  expect(shown.get()).toEqual({ orders: true, alarms: false, stock: true })
  await next
  expect(sent[1]).toEqual({ orders: false, alarms: false, stock: true })
  expect(shown.get()).toEqual({ orders: false, alarms: false, stock: true })
})

test('a press of the same switch counts after one that wasn’t saved', async () => {
  const { turn, shown } = switches([false, true, true])
  turn('orders', true)
  turn('orders', false)
  await turn('orders', true)
  expect(shown.get().orders).toBe(true)
})
