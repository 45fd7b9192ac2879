import { expect, test } from 'vitest'
import { goneMessage } from './toast-gone-products.ts'

test('the message names what the shop no longer sells with its size, and counts it if a name is missing', () => {
  const small = { _id: 'a', name: 'Jasmine rice', nameTh: 'ข้าวหอมมะลิ', Weight: '1 kg' }
  const large = { ...small, _id: 'b', Weight: '5 kg' }
  expect(goneMessage(['a', 'b'], [small, large])).toContain('Jasmine rice (1 kg), Jasmine rice (5 kg)')
  expect(goneMessage(['a', 'b'], [small])).not.toContain('Jasmine rice')
})
