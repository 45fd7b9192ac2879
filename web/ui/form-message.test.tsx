import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FormMessage } from './form-message.tsx'

test('the message of a wrong code has the number of remaining tries, and which of several codes to use', () => {
  const words = (triesLeft?: number) =>
    renderToStaticMarkup(<FormMessage triesLeft={triesLeft}>Wrong code</FormMessage>)
  expect(words(4)).toContain(
    'You have 4 more tries. If you asked for more than one code, use the one in the newest mail.',
  )
  expect(words(0)).toContain('Five wrong codes: ask for a new one.')
  expect(words(0)).not.toContain('newest mail')
  expect(words()).not.toContain('newest mail')
})
