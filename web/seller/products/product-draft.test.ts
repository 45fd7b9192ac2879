import { expect, test } from 'vitest'
import { draftOf } from './product-draft.ts'

const nothing = {
  name: '',
  nameTh: '',
  description: '',
  descriptionTh: '',
  category: '',
  price: '',
  offerPrice: '',
  Weight: '',
  stock: '',
}

test('what was typed comes back, fields that were not kept empty', () => {
  expect(draftOf('{"typed":{"name":"Rye","price":"4.50"},"seenAt":"2026-11-21T09:00:00.000Z"}')).toEqual({
    typed: { ...nothing, name: 'Rye', price: '4.50' },
    pictures: undefined,
    seenAt: '2026-11-21T09:00:00.000Z',
  })
})

test('what is no draft is none, and a field that is no text is empty', () => {
  for (const text of [null, '', 'null', '[]', '{"typed":null}', '{"typed":"Rye"}', 'typed'])
    expect(draftOf(text)).toBeUndefined()
  expect(draftOf('{"typed":{"name":7,"Weight":"500 g"}}')?.typed).toEqual({ ...nothing, Weight: '500 g' })
})
