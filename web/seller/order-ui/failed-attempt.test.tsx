import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FailedAttempt } from './failed-attempt.tsx'

const now = Date.parse('2026-11-23T08:00:00Z')
const shown = (more: object = {}) =>
  renderToStaticMarkup(
    <FailedAttempt
      order={{ failedAttempt: { at: '2026-11-23T07:00:00Z', reason: 'wrong_address', back: true, ...more } }}
      now={now}
    />,
  )

test('why an order came back is shown until its address is corrected or another time is chosen', () => {
  expect(shown()).toContain('Came back: ')
  expect(shown({ back: false })).toContain('Not handed over: ')
  for (const more of [{ corrected: true }, { moved: true }]) expect(shown(more)).toBe('')
  expect(renderToStaticMarkup(<FailedAttempt order={{}} now={now} />)).toBe('')
})
