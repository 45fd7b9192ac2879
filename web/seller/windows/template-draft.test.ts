import { expect, test } from 'vitest'
import { windowTemplateInput } from '../../../contract/calls/windows.ts'
import { clockText } from '../../../contract/values/clock-text.ts'
import { draftOf, emptyTemplate, readTemplate, type TemplateDraft } from './template-draft.ts'

const read = (more: Partial<TemplateDraft> = {}) => readTemplate({ ...emptyTemplate, ...more })

test('reads what is typed, also in Thai digits', () => {
  expect(read({ capacity: '๑๒', cutOff: '-30', fee: '฿20' })).toEqual({
    input: { days: [1, 2, 3, 4, 5, 6, 7], starts: 540, ends: 660, capacity: 12, cutOff: -30, fee: 20, active: true },
  })
  expect(read({ zones: ['a'], days: [7, 1], fee: '0' })).toMatchObject({ input: { zones: ['a'], days: [1, 7] } })
})

test('takes midnight as the end of the day, and shows it as a time field can', () => {
  expect(read({ starts: '22:00', ends: '00:00' })).toMatchObject({ input: { starts: 1320, ends: 1440 } })
  const template = { ...emptyTemplate, starts: 1320, ends: 1440, capacity: 1, cutOff: 0, fee: 2.5 }
  const shown = draftOf({ ...template, id: '1', version: 1, changedBy: null, changedAt: '' })
  expect(shown).toMatchObject({ starts: '22:00', ends: '00:00', fee: '2.50' })
  expect(clockText(65)).toBe('01:05')
})

test('takes what the call takes, up to its limits', () => {
  const { input } = read({ capacity: '10,000', cutOff: '8640' }) as { input: object }
  expect(windowTemplateInput.safeParse(input).error).toBeUndefined()
})

test('a surcharge that is no amount doesn’t have to be above zero', () => {
  expect(read({ fee: 'x' })).toEqual({ errors: { fee: { error: 'amount' } } })
})

test.each<[Partial<TemplateDraft>, (keyof TemplateDraft)[]]>([
  [{ days: [] }, ['days']],
  [{ starts: '' }, ['starts']],
  [{ starts: '11:00' }, ['ends']],
  [{ capacity: '', cutOff: 'x' }, ['capacity', 'cutOff']],
  [{ capacity: '-1' }, ['capacity']],
  [{ capacity: '10001' }, ['capacity']],
  [{ cutOff: '8641' }, ['cutOff']],
  [{ fee: 'x' }, ['fee']],
  [{ cutOff: '-120' }, ['cutOff']],
])('names the fields that are wrong in %o', (more, fields) => {
  const result = read(more)
  expect('errors' in result && Object.keys(result.errors)).toEqual(fields)
})
