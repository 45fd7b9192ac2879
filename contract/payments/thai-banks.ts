import type { Texts } from '../values/fill-text.ts'
import type { Language } from '../values/languages.ts'

/** Banks by the Bank of Thailand's three-digit code, which is on slips. */
const banks: Record<string, Texts> = {
  '002': { en: 'Bangkok Bank', th: 'ธนาคารกรุงเทพ' },
  '004': { en: 'Kasikornbank', th: 'ธนาคารกสิกรไทย' },
  '006': { en: 'Krungthai Bank', th: 'ธนาคารกรุงไทย' },
  '011': { en: 'TMBThanachart Bank', th: 'ธนาคารทหารไทยธนชาต' },
  '014': { en: 'Siam Commercial Bank', th: 'ธนาคารไทยพาณิชย์' },
  '022': { en: 'CIMB Thai Bank', th: 'ธนาคารซีไอเอ็มบีไทย' },
  '024': { en: 'UOB', th: 'ธนาคารยูโอบี' },
  '025': { en: 'Krungsri', th: 'ธนาคารกรุงศรีอยุธยา' },
  '030': { en: 'Government Savings Bank', th: 'ธนาคารออมสิน' },
  '033': { en: 'Government Housing Bank', th: 'ธนาคารอาคารสงเคราะห์' },
  '034': { en: 'BAAC', th: 'ธ.ก.ส.' },
  '066': { en: 'Islamic Bank of Thailand', th: 'ธนาคารอิสลามแห่งประเทศไทย' },
  '067': { en: 'TISCO Bank', th: 'ธนาคารทิสโก้' },
  '069': { en: 'Kiatnakin Phatra Bank', th: 'ธนาคารเกียรตินาคินภัทร' },
  '070': { en: 'ICBC (Thai)', th: 'ธนาคารไอซีบีซี (ไทย)' },
  '071': { en: 'Thai Credit Bank', th: 'ธนาคารไทยเครดิต' },
  '073': { en: 'LH Bank', th: 'ธนาคารแลนด์ แอนด์ เฮ้าส์' },
  '098': { en: 'SME D Bank', th: 'ธพว. (SME D Bank)' },
  truemoney: { en: 'TrueMoney', th: 'ทรูมันนี่' },
}

/** Returns the name of a slip's bank, by its code or `truemoney`; the code itself if it isn't known. */
export function bankName(bank: string, language: Language): string {
  return Object.hasOwn(banks, bank) ? (banks[bank]?.[language] ?? bank) : bank
}
