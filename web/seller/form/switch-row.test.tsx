import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SwitchRow } from './switch-row.tsx'

test('the words beside a switch are part of its label, but it is named by the question alone', () => {
  const row = { label: 'Issue receipts', hint: 'Each payment gets one.', error: 'Not now' }
  const html = renderToStaticMarkup(<SwitchRow {...row} on onSwitch={() => {}} />)
  expect(html).toMatch(
    /^<label .*Issue receipts.*Each payment gets one\..*Not now.*<button [^>]*role="switch".*<\/label>$/,
  )
  expect(html).toMatch(/<button [^>]*aria-checked="true" aria-label="Issue receipts"/)
})
