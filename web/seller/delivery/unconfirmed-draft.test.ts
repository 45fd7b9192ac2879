import { expect, test } from 'vitest'
import { unconfirmedRule } from '../../../contract/entities/delivery.ts'
import { draftOfUnconfirmed, ruleOfDraft } from './unconfirmed-draft.ts'

const rule = { action: 'cancel', afterMinutes: 20 } as const

test('a saved rule is sent as it is, and minutes in Thai digits are read', () => {
  expect(ruleOfDraft(draftOfUnconfirmed({ rule }), { rule })).toEqual(rule)
  expect(ruleOfDraft({ action: 'confirm', after: ' ๓๐ ' }, { rule })).toEqual({ action: 'confirm', afterMinutes: 30 })
})

test('while the shop goes on ringing, the saved minutes are sent, whatever is typed', () => {
  expect(ruleOfDraft({ action: 'ring', after: 'x' }, { rule })).toEqual({ action: 'ring', afterMinutes: 20 })
  expect(ruleOfDraft({ action: 'ring', after: 'x' }, { rule: null })).toEqual({ action: 'ring', afterMinutes: 15 })
})

test.each(['', '1e1', '0x10', '15.5', '-15', 'two'])('the shop refuses %j minutes', (after) => {
  const sent = ruleOfDraft({ action: 'cancel', after }, { rule })
  const refused = unconfirmedRule.safeParse(sent).error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(refused).toEqual([['afterMinutes', 'number']])
})
