import { expect, test } from 'vitest'
import { promptPaySettings } from '../../../contract/entities/payment.ts'
import { shopSettings, taxSettings } from '../../../contract/entities/settings.ts'
import { fieldErrors } from '../../../contract/messages/field-errors.ts'
import { always } from '../../../contract/pricing/tax-settings.ts'
import { shop as pageSettings, setShop } from '../../shop.ts'
import { withChanges } from '../drafts/with-changes.ts'
import { draftOfPromptPay, errorsOfPromptPay, promptPayToSend } from './promptpay-draft.ts'
import { draftOfShop, errorsOfShop, type SavedShop, shopOfDraft } from './shop-draft.ts'
import { draftOfTax, errorsOfTax, hasRateOn, type SavedTax, taxOfDraft, taxToSend } from './tax-draft.ts'

/*
 * A text that isn't a number is sent anyway, so that the shop checks the other fields, too. The shop has to refuse it.
 */

/** Returns the paths of the fields that the shop refuses. */
const refusedBy = (schema: typeof shopSettings | typeof taxSettings | typeof promptPaySettings, sent: object) =>
  (schema.safeParse(JSON.parse(JSON.stringify(sent))).error?.issues ?? []).map(({ path }) => path.join('.'))

const shop = draftOfShop({
  ...{ name: 'Baan', nameTh: 'บ้าน', logo: null, company: 'Baan', companyTh: '', phone: '02 111 1111' },
  ...{ email: 'a@shop.example', hours: '', hoursTh: '', line: '', deliveryArea: 'Here', deliveryAreaTh: 'ที่นี่' },
  ...{ addressLines: ['1'], addressLinesTh: ['1'], latitude: 13.7, longitude: 100.5, social: [] },
  claims: { deliveryMinutes: null, customers: 5, freshness: true, prices: true, rating: false, mrpAndTaxes: true },
} as unknown as SavedShop)

test('settings that can be read are taken, an empty claim as none', () => {
  expect(refusedBy(shopSettings, shopOfDraft(shop))).toEqual([])
  expect(errorsOfShop(shop)).toEqual({})
})

test.each([
  ['latitude', 'north'],
  ['latitude', ''],
  ['longitude', '1,5'],
  ['deliveryMinutes', 'soon'],
  ['deliveryMinutes', '0'],
  ['deliveryMinutes', '1.5'],
  ['customers', '-3'],
  ['customers', 'many'],
  ['customers', '1e2'],
] as const)('the shop refuses %s %j besides the other wrong fields', (field, value) => {
  const draft = { ...shop, [field]: value, name: ' ', phone: 'hello' }
  const path = field === 'latitude' || field === 'longitude' ? field : `claims.${field}`
  expect(refusedBy(shopSettings, shopOfDraft(draft)).sort()).toEqual(['name', 'phone', path].sort())
  expect(Object.keys(errorsOfShop(draft))).toEqual([path, 'phone'])
})

test('a phone with a digit missing is marked with the other wrong fields, in Thailand', () => {
  const draft = { ...shop, phone: '02 123 456' }
  expect(errorsOfShop(draft)).toEqual({ phone: fieldErrors.thai_phone.en })
  // The shop has the error of an empty field.
  expect(errorsOfShop({ ...shop, phone: ' ' })).toEqual({})
  setShop({ ...pageSettings, country: 'LA' })
  expect(errorsOfShop(draft)).toEqual({})
  setShop(pageSettings)
})

const saved = {
  ...{ mode: 'included', rounding: 'half up', hasOrders: true, firstDay: '2026-11-24', today: '2026-11-23' },
  classes: [
    { id: 'standard', name: 'Standard', nameTh: 'ปกติ', rates: [{ from: always, basisPoints: 700 }], products: 0 },
    { id: 'exempt', name: 'Exempt', nameTh: 'ยกเว้น', rates: [], products: 3 },
  ],
  issuer: { taxId: '0105500000003', branch: '00000', vatRegistered: true },
} as unknown as SavedTax

test('the tax settings as they are saved are taken', () => {
  const draft = draftOfTax(saved)
  expect(refusedBy(taxSettings, taxToSend(draft))).toEqual([])
  expect(errorsOfTax(draft, saved)).toEqual({})
})

test.each(['', 'seven', '-1', '101', '7.125', '1e1'])('all that is wrong is found beside the rate %j', (percent) => {
  const draft = draftOfTax(saved)
  const [standard, exempt] = draft.classes
  if (!standard || !exempt) throw new Error('two classes')
  const late = { key: 'late', from: '2026-11-23', percent: '10', isFixed: false }
  const wrong = {
    ...draft,
    mode: 'added' as const,
    taxId: '123',
    branch: 'x',
    classes: [
      { ...standard, rates: [...standard.rates, late, { key: 'later', from: '2026-12-01', percent, isFixed: false }] },
      { ...exempt, name: 'standard ' },
      { key: 'new', name: '', nameTh: '', rates: [] },
    ],
  }
  expect(refusedBy(taxSettings, taxToSend(wrong)).sort()).toEqual([
    'classes.0.rates.2.basisPoints',
    'classes.2.name',
    'classes.2.nameTh',
  ])
  expect(Object.keys(errorsOfTax(wrong, saved)).sort()).toEqual([
    'classes.0.rates.1.from',
    'classes.0.rates.2.basisPoints',
    'classes.1.name',
    'issuer.branch',
    'issuer.taxId',
    'mode',
  ])
  // The example is computed from the readable values.
  expect(taxOfDraft(wrong).classes[0]?.rates).toHaveLength(2)
})

test.each(['7.5', '7,5 %', '๗.๕'])('the rate %j is 750 basis points', (percent) => {
  const { classes, ...draft } = draftOfTax(saved)
  const typed = classes.map((each) => ({ ...each, rates: each.rates.map((rate) => ({ ...rate, percent })) }))
  expect(taxToSend({ ...draft, classes: typed }).classes[0]?.rates).toEqual([{ from: always, basisPoints: 750 }])
})

test('a rate above 0% counts from the day on which it begins', () => {
  const draft = draftOfTax({
    ...{ mode: 'included', rounding: 'half up', issuer: null, hasOrders: true, firstDay: '2026-11-27' },
    classes: [
      {
        id: 'standard',
        rates: [
          { from: always, basisPoints: 0 },
          { from: '2026-11-27', basisPoints: 700 },
        ],
      },
      { id: 'exempt', rates: [{ from: always, basisPoints: 0 }] },
    ],
  } as unknown as SavedTax)
  expect(['2026-11-26', '2026-11-27', '2027-01-01'].map((day) => hasRateOn(draft, day))).toEqual([false, true, true])
})

const mobile = { kind: 'mobile', number: '0812345678' } as const
const promptPay = { proxy: mobile, receiver: 'Baan', enabled: true, slipDays: 90 }

test.each(['', 'ten', '0', '1.5', '0x10', '1e2', '๐', '3651'])(
  'the shop refuses %j days for slips, as the form does',
  (slipDays) => {
    const draft = { ...draftOfPromptPay({ promptPay }), slipDays, receiver: ' ' }
    expect(refusedBy(promptPaySettings, promptPayToSend(draft)).sort()).toEqual(['receiver', 'slipDays'])
    const wrong = { ...draft, proxy: { ...draft.proxy, number: '081' } }
    expect(Object.keys(errorsOfPromptPay(wrong))).toEqual(['proxy.number', 'receiver', 'slipDays'])
  },
)

test.each([
  ['90', 90],
  [' ๙๐ ', 90],
  ['3,650', 3650],
])('%j days for slips are sent as %i', (slipDays, days) => {
  const draft = { ...draftOfPromptPay({ promptPay }), slipDays }
  expect(promptPayToSend(draft)).toEqual({ ...promptPay, slipDays: days })
  expect(errorsOfPromptPay(draft)).toEqual({})
})

test('the account by PromptPay is an owner’s own or a colleague’s, never a part of each', () => {
  const before = draftOfPromptPay({ promptPay })
  const biller = { kind: 'biller', number: '010556101234599', reference1: 'SHOP' } as const
  const theirs = draftOfPromptPay({ promptPay: { ...promptPay, proxy: biller, slipDays: 30 } })
  const changed = { ...before, proxy: { ...before.proxy, number: '0898765432' } }
  expect(promptPayToSend(withChanges(theirs, { before, draft: changed }))).toEqual({
    ...promptPay,
    proxy: { ...mobile, number: '0898765432' },
    slipDays: 30,
  })
})
