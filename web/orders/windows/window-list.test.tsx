import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WindowList } from './window-list.tsx'

const hours = (id: string, day: string) => ({
  id,
  from: `${day}T02:00:00Z`,
  to: `${day}T04:00:00Z`,
  fee: 0,
  left: 9,
})

test('the chosen window names its day, which the row of days may not show', () => {
  const windows = [hours('a', '2030-01-14'), hours('b', '2030-01-15')]
  const shown = (chosen: string | undefined) =>
    renderToStaticMarkup(<WindowList name="window" windows={windows} chosen={chosen} onChoose={() => {}} />)
  const day = 'Tue 15 Jan'
  expect(shown('b').split(day)).toHaveLength(3)
  expect(shown(undefined).split(day)).toHaveLength(2)
})

test('on the first look at the list no other day is shown than that of the chosen time', () => {
  const windows = [hours('a', '2030-01-14'), hours('b', '2030-01-15')]
  const shown = renderToStaticMarkup(<WindowList name="window" windows={windows} chosen="b" onChoose={() => {}} />)
  expect(shown).not.toContain('Chosen until')
})

test('of an order that is moved, its own window is named so, and only others are without an extra charge', () => {
  const windows = [hours('a', '2030-01-14'), hours('b', '2030-01-14')].map((each) => ({ ...each, fee: 20 }))
  const shown = renderToStaticMarkup(
    <WindowList name="window" windows={windows} chosen="b" own={['a']} fees={false} onChoose={() => {}} />,
  )
  expect(shown.split('its time now')).toHaveLength(2)
  expect(shown.split('no extra charge')).toHaveLength(2)
  expect(shown).not.toContain('costs more')
  expect(shown.indexOf('its time now')).toBeLessThan(shown.indexOf('no extra charge'))
})

test('windows that cost more than an order has paid are shown, and can’t be chosen', () => {
  const windows = [0, 20, 30].map((fee, index) => ({ ...hours('abc'.charAt(index), '2030-01-14'), fee }))
  const shown = (own: string) =>
    renderToStaticMarkup(
      <WindowList
        name="window"
        windows={windows}
        chosen="a"
        own={[own]}
        fees={false}
        maxFee={20}
        onChoose={() => {}}
      />,
    )
  expect(shown('a').match(/disabled=""|costs more|no extra charge/g)).toEqual([
    'no extra charge',
    'disabled=""',
    'costs more',
  ])
  expect(shown('c')).not.toContain('costs more')
})
