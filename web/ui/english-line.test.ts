import { expect, test } from 'vitest'
import { refusals } from '../../contract/messages/refusals.ts'
import { successMessages } from '../../contract/messages/success-messages.ts'
import { englishLine } from './english-line.ts'

test('every message that is Thai in English too has an English line, and no others', () => {
  const said = [...Object.values(refusals), ...Object.values(successMessages)].map(({ en }) => en)
  for (const words of said) expect(englishLine(words) !== undefined, words).toBe(/[\u0E00-\u0E7F]/.test(words))
  expect(englishLine('toString')).toBeUndefined()
})
