import type { PromptPaySettings } from '../../contract/entities/payment.ts'
import { type ShopConfig, taxRules } from '../../contract/settings/shop.ts'

/**
 * The settings of the demo that DEMO=bangkok opens: a grocer in Bangkok who is registered for VAT. Company, address and
 * contact are invented. The claims are what the demo does: it promises no minutes, and has neither customers nor
 * ratings to show.
 */
export const bangkokShop: ShopConfig = {
  name: 'Talad',
  nameTh: 'ตลาด',
  contact: {
    company: 'Talad Bangkok Co., Ltd.',
    companyTh: 'บริษัท ตลาด บางกอก จำกัด',
    addressLines: ['88 Charoen Krung Road', 'Bang Rak, Bangkok 10500'],
    addressLinesTh: ['88 ถนนเจริญกรุง', 'แขวงบางรัก เขตบางรัก กรุงเทพมหานคร 10500'],
    phone: '02 000 0000',
    email: 'hello@talad.example',
    hours: 'Every day 8:00 to 21:00',
    hoursTh: 'ทุกวัน 8.00–21.00\u00a0น.',
    map: { latitude: 13.7246, longitude: 100.5147, zoom: 16 },
  },
  deliveryArea: 'Bangkok',
  deliveryAreaTh: 'กรุงเทพฯ',
  country: 'TH',
  deliveryProvinces: ['Bangkok'],
  social: [],
  defaultLanguage: 'th',
  claims: {
    deliveryMinutes: null,
    customers: null,
    freshness: true,
    prices: true,
    rating: false,
    // Prices include VAT, but "MRP" is an Indian label.
    mrpAndTaxes: false,
    bestSellers: false,
  },
  currency: { code: 'THB', symbol: '฿' },
  tax: taxRules.thailand,
  struckPrices: 'asked',
  // An invented number with a right check digit.
  issuer: { taxId: '0105500000003', branch: '00000', vatRegistered: true },
  timeZone: 'Asia/Bangkok',
  categories: [
    { path: 'Vegetables', name: 'Vegetables', nameTh: 'ผักสด', tint: 'vegetables' },
    { path: 'Fruits', name: 'Fresh Fruits', nameTh: 'ผลไม้สด', tint: 'fruits' },
    { path: 'Drinks', name: 'Cold Drinks', nameTh: 'เครื่องดื่มเย็น', tint: 'drinks' },
    { path: 'Instant', name: 'Instant Food', nameTh: 'อาหารสำเร็จรูป', tint: 'instant' },
    { path: 'Dairy', name: 'Dairy & Eggs', nameTh: 'นม เนย ไข่', tint: 'dairy' },
    { path: 'Bakery', name: 'Bakery & Breads', nameTh: 'เบเกอรีและขนมปัง', tint: 'bakery' },
    { path: 'Grains', name: 'Grains & Cereals', nameTh: 'ข้าวและธัญพืช', tint: 'grains' },
  ],
}

/** The demo's account. The number has the form of a tax ID and is none: a bank's app finds no receiver for it. */
export const bangkokPromptPay: PromptPaySettings = {
  proxy: { kind: 'taxId', number: '0000000000001' },
  receiver: 'Talad Bangkok (demo)',
  enabled: true,
  slipDays: 90,
}
