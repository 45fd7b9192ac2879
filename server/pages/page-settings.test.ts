import { expect, test } from 'vitest'
import { pageSettingsOf } from '../../contract/settings/page-settings.ts'
import { taxRules } from '../../contract/settings/shop.ts'
import { shop } from '../../shop.config.ts'

test('pages get the settings that they show, and no others', () => {
  const withSecret = { ...shop, taxAccountPassword: 'secret' }
  const sent = pageSettingsOf(withSecret, true)
  expect(JSON.stringify(sent)).not.toContain('secret')
  expect(sent).toEqual({ ...shop, hiddenSamples: [], claimsTaxes: true })
})

test('outside the demo, pages hide sample contact data and a false claim about taxes', () => {
  const all = ['company', 'address', 'phone', 'email', 'map', 'social']
  expect(pageSettingsOf(shop, false)).toMatchObject({ hiddenSamples: all, claimsTaxes: false })
  const own = { ...shop, contact: { ...shop.contact, phone: '+66 2 123 4567' }, tax: taxRules.thailand }
  expect(pageSettingsOf(own, false)).toMatchObject({
    hiddenSamples: all.filter((field) => field !== 'phone'),
    claimsTaxes: true,
  })
})
