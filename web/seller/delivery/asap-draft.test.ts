import { expect, test } from 'vitest'
import { asapSettings } from '../../../contract/entities/delivery.ts'
import { asapOfDraft, draftOfAsap } from './asap-draft.ts'

const asap = { enabled: true, limitMinutes: 60, pickers: 2, riders: 3 }

test('saved settings are sent as they are, and numbers in Thai digits are read', () => {
  expect(asapOfDraft(draftOfAsap({ asap }))).toEqual(asap)
  expect(asapOfDraft({ ...draftOfAsap({ asap: null }), limitMinutes: ' ๙๐ ' })).toEqual({
    ...{ enabled: false, limitMinutes: 90, pickers: 1, riders: 1 },
  })
})

test.each(['', '1e1', '0x10', '15.5', '-15', 'two'])('the shop refuses %j in each number', (typed) => {
  const { enabled, ...numbers } = draftOfAsap({ asap })
  const wrong = Object.fromEntries(Object.keys(numbers).map((name) => [name, typed])) as typeof numbers
  const sent = asapOfDraft({ enabled, ...wrong })
  const refused = asapSettings.safeParse(sent).error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(refused).toEqual(Object.keys(numbers).map((name) => [name, 'number']))
})
