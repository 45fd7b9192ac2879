import type { ShopConfig } from './contract/settings/shop.ts'
import { taxRules } from './contract/settings/shop.ts'

/**
 * What an owner edits to make this shop theirs. Nothing else needs to change for a new name, currency, tax or category
 * list; restart the shop afterwards. Name, contact, claims, tax and categories are first values: what was saved under
 * Settings in the seller's area takes precedence. The currency must have hundredths, as dollar and baht do and yen
 * doesn't. Sample contact details (company, address, phone, email, map, links) are never shown in production.
 */
export const shop: ShopConfig = {
  name: 'Talad',
  nameTh: 'ตลาด',
  contact: {
    company: 'Talad Grocery Co., Ltd.',
    companyTh: 'บริษัท ตลาด โกรเซอรี จำกัด',
    addressLines: ['88 Charoen Krung Road', 'Bang Rak, Bangkok 10500', 'Thailand'],
    addressLinesTh: ['88 ถนนเจริญกรุง', 'แขวงบางรัก เขตบางรัก กรุงเทพมหานคร 10500'],
    phone: '+66 2 000 0000',
    email: 'hello@talad.example',
    // Where they are true: hours: 'Every day 8:00 to 20:00', hoursTh: 'ทุกวัน 8.00–20.00 น.',
    // line: 'https://line.me/R/ti/p/@shop',
    map: { latitude: 13.7246, longitude: 100.5147, zoom: 16 },
  },
  deliveryArea: 'Bangkok',
  deliveryAreaTh: 'กรุงเทพฯ',
  country: 'TH',
  deliveryProvinces: ['Bangkok'],
  social: [
    { name: 'Facebook', url: 'https://www.facebook.com/' },
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'LINE', url: 'https://line.me/' },
  ],
  // What the screens promise. Keep only what is true of your shop: null and false leave the words out.
  claims: {
    deliveryMinutes: 30,
    customers: 10_000,
    freshness: true,
    prices: true,
    rating: true,
    mrpAndTaxes: true,
    bestSellers: true,
  },
  currency: { code: 'USD', symbol: '$' },
  // In Thailand: `taxRules.thailand` where shelf prices include 7% VAT, `taxRules.none` for a shop without VAT.
  tax: taxRules.added2Percent,
  // A struck price is what the seller typed; this shows only prices that were asked for in the last 30 days:
  // struckPrices: 'asked',
  // Receipts and tax invoices in Thailand:
  // issuer: { taxId: 'thirteen digits', branch: '00000', vatRegistered: true },
  timeZone: 'Asia/Bangkok',
  categories: [
    { path: 'Vegetables', name: 'Organic veggies', nameTh: 'ผักออร์แกนิก', tint: 'vegetables' },
    { path: 'Fruits', name: 'Fresh Fruits', nameTh: 'ผลไม้สด', tint: 'fruits' },
    { path: 'Drinks', name: 'Cold Drinks', nameTh: 'เครื่องดื่มเย็น', tint: 'drinks' },
    { path: 'Instant', name: 'Instant Food', nameTh: 'อาหารสำเร็จรูป', tint: 'instant' },
    { path: 'Dairy', name: 'Dairy Products', nameTh: 'นมและผลิตภัณฑ์นม', tint: 'dairy' },
    { path: 'Bakery', name: 'Bakery & Breads', nameTh: 'เบเกอรีและขนมปัง', tint: 'bakery' },
    { path: 'Grains', name: 'Grains & Cereals', nameTh: 'ข้าวและธัญพืช', tint: 'grains' },
  ],
}
