import { expect, test } from 'vitest'
import { areClaimsSamples, sampleFields, withoutSampleContact } from '../../contract/settings/shop-samples.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { shop } from '../../shop.config.ts'

test('every part of the sample shop is recognised as a sample', () => {
  expect(sampleFields(shop)).toEqual(['company', 'address', 'phone', 'email', 'map', 'social'])
  expect(areClaimsSamples(shop.claims)).toBe(true)
})

test('a part that the owner has changed is no sample', () => {
  const contact = { ...shop.contact, phone: '053 123 456', map: { ...shop.contact.map, latitude: 18.79 } }
  expect(sampleFields({ contact, social: [] })).toEqual(['company', 'address', 'email'])
  expect(areClaimsSamples({ ...shop.claims, customers: null })).toBe(false)
})

test('so is every part of the Bangkok demo, whose settings may have been saved before it was left', () => {
  expect(sampleFields(bangkokShop)).toEqual(['company', 'address', 'phone', 'email', 'hours', 'map'])
  const hoursTh = 'ทุกวัน 8.00–21.00 น.'
  expect(sampleFields({ contact: { ...bangkokShop.contact, hours: 'Daily', hoursTh }, social: [] })).toContain('hours')
  const phone = { ...bangkokShop.contact, phone: '053 123 456' }
  expect(sampleFields({ contact: phone, social: [] })).toEqual(['company', 'address', 'email', 'hours', 'map'])
  const own = { ...phone, company: 'Baan Suan', companyTh: 'บ้านสวน' }
  expect(sampleFields({ contact: own, social: [] })).toEqual(['address', 'email', 'map'])
})

test('an address of which half is the sample’s is a sample', () => {
  const contact = { ...shop.contact, addressLines: ['1 Tha Phae Road', 'Chiang Mai 50100'] }
  expect(sampleFields({ contact, social: [] })).toContain('address')
})

test('a link to a network’s front page is a sample', () => {
  const own = ['https://www.facebook.com/baandaeng', 'https://line.me/R/ti/p/@baandaeng', 'https://x.example/?id=7']
  const contact = { ...shop.contact }
  expect(sampleFields({ contact, social: own.map((url) => ({ name: url, url })) })).not.toContain('social')
  const front = { name: 'Facebook', url: 'https://www.facebook.com' }
  expect(sampleFields({ contact, social: [front] })).toContain('social')
})

test('mails of a real shop name none of the sample’s contact', () => {
  expect(withoutSampleContact(shop).contact).toMatchObject({ company: '', phone: '', email: '' })
  expect(withoutSampleContact(shop).contact).not.toHaveProperty('companyTh')
  const own = { ...shop, contact: { ...shop.contact, company: 'Baan Suan', companyTh: 'บ้านสวน', phone: '02 123 4567' } }
  expect(withoutSampleContact(own).contact).toMatchObject({
    company: 'Baan Suan',
    companyTh: 'บ้านสวน',
    phone: '02 123 4567',
    email: '',
  })
})
