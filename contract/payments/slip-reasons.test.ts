import { expect, test } from 'vitest'
import { slipReasons, translatedReason } from './slip-reasons.ts'

test('a usual reason is read in the language of the page, others as they were written', () => {
  const { en, th } = slipReasons.noMoney
  expect([translatedReason(th, 'en'), translatedReason(en, 'en'), translatedReason(en, 'th')]).toEqual([en, en, th])
  expect(translatedReason('โอนผิดบัญชี', 'en')).toBe('โอนผิดบัญชี')
})
