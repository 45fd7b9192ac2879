import { closeWithCrc, crc16, readTags, type Tags, writeTag } from '../../../contract/payments/emv-tags.ts'

/*
 * The small QR code on a bank's slip. It names the transfer and proves nothing: it has no amount, no date and no
 * receiver, and anyone can print one. Its use: a transfer is accepted only once, and a bank can be asked about it.
 */

/** A transfer. The two are unique together, and compared exactly. */
export type Transfer =
  | {
      kind: 'slip'
      /** The sending bank's three-digit code of the Bank of Thailand. */
      bank: string
      /** Up to 25 letters and digits; upper and lower case differ. */
      reference: string
    }
  | { kind: 'truemoney'; bank: 'truemoney'; event: string; reference: string /** `2026-11-22` */; date: string }

/**
 * Why a text isn't a slip. `payment_qr`: it is the code to pay. `checksum`: a slip that was misread or made up.
 */
type SlipTextErrorCode = 'payment_qr' | 'not_a_slip' | 'checksum'

/** Slips have about 60 characters. */
const maxLength = 200

/** Returns the slip in a QR code's text, or the reason why there is none. Takes any text. */
export function readSlipText(text: string): Transfer | SlipTextErrorCode {
  if (text.startsWith('000201')) return 'payment_qr'
  if (text.length > maxLength) return 'not_a_slip'
  const [, body, crc] = /^(.*)9104([0-9A-Fa-f]{1,4})$/.exec(text) ?? []
  const tags = body === undefined ? undefined : readTags(body)
  const template = tags && readTags(tags.get('00') ?? '')
  if (!template || crc === undefined) return 'not_a_slip'
  const slip = bankSlip(template) ?? trueMoneySlip(template)
  if (!slip) return 'not_a_slip'
  const expected = crc16(`${body}9104`)
  if (slip.kind === 'truemoney') return crc === expected.toLowerCase() ? slip : 'checksum'
  // Some banks' apps leave out leading zeros.
  return crc.toUpperCase().padStart(4, '0') === expected ? slip : 'checksum'
}

/** Returns the text of a bank slip's QR code. */
export function slipText(bank: string, reference: string): string {
  const template = writeTag('00', '000001') + writeTag('01', bank) + writeTag('02', reference)
  return closeWithCrc(writeTag('00', template) + writeTag('51', 'TH'), '91')
}

function bankSlip(template: Tags): Transfer | undefined {
  const bank = template.get('01') ?? ''
  const reference = template.get('02') ?? ''
  if (template.get('00') !== '000001' || !/^[0-9]{3}$/.test(bank) || !isReference(reference)) return undefined
  return { kind: 'slip', bank, reference }
}

function trueMoneySlip(template: Tags): Transfer | undefined {
  const event = template.get('02') ?? ''
  const reference = template.get('03') ?? ''
  const date = isoDate(template.get('04') ?? '')
  if (template.get('00') !== '01' || template.get('01') !== '01' || !date) return undefined
  if (!isReference(event) || !isReference(reference)) return undefined
  return { kind: 'truemoney', bank: 'truemoney', event, reference, date }
}

const isReference = (text: string) => /^[0-9A-Za-z]{1,25}$/.test(text)

/** Returns `2026-11-22` of `22112026`; undefined if there is no such day. */
function isoDate(digits: string): string | undefined {
  const [, day, month, year] = /^([0-9]{2})([0-9]{2})([0-9]{4})$/.exec(digits) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const iso = Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
  return iso === `${year}-${month}-${day}` ? iso : undefined
}
