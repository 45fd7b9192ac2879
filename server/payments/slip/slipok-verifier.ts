import * as z from 'zod'
import { type Cents, centsFromWire, toWire } from '../../../contract/values/money.ts'
import type { Log } from '../../common/log.ts'
import { replyText } from '../../common/reply-text.ts'
import { slipText, type Transfer } from './slip-text.ts'
import type { PaymentDue, SlipVerdict, SlipVerifier } from './verifier.ts'

export type SlipOkSettings = {
  /** The branch's URL: `https://api.slipok.com/api/line/apikey/<branch>`. */
  url: string
  key: string
  /** Digits of the accounts and PromptPay numbers at which the shop receives money. */
  receivers: readonly string[]
  /** How long a reply may take. */
  milliseconds?: number
}

const party = z.object({ value: z.string().nullish() }).nullish()
const accepted = z.object({
  success: z.literal(true),
  data: z.object({
    success: z.literal(true),
    transRef: z.string(),
    sendingBank: z.string(),
    amount: z.number(),
    /** The currency in ISO 4217; left out or empty for baht by some banks. */
    paidLocalCurrency: z.enum(['', '764', 'THB']).nullish(),
    /** The day and the time in Thailand, as `20261121` and `10:15:07`. */
    transDate: z.string().regex(/^\d{8}$/),
    transTime: z.string().regex(/^\d{2}:\d{2}:\d{2}$/),
    receiver: z.object({ proxy: party, account: party }),
  }),
})
const refusedReply = z.object({
  code: z.number(),
  data: z.object({ delay: z.number().nullish() }).nullish().catch(undefined),
})

/** The codes of refusals that say something about the slip. All other codes are about the service or the request. */
const verdicts: Record<number, Exclude<SlipVerdict['result'], 'pending' | 'confirmed'>> = {
  1011: 'notFound',
  1012: 'repeated',
  1013: 'wrongAmount',
  1014: 'wrongReceiver',
}
const pendingCode = 1010

/** Minutes to wait for a bank, if the service names none, and at most. */
const usualDelay = 2
const longestDelay = 60

/** Milliseconds by which the clock of a bank may differ from the shop's. */
const clockSlack = 2 * 60_000

/** Digits of a masked number that must be legible to compare it. */
const legibleDigits = 3

/**
 * Returns a verifier that asks SlipOK, once for each call and without retries. The service compares amount and
 * receiver, the latter with the accounts registered there; both are compared here as well, as a shop may have
 * registered none.
 * @see https://slipok.com/api-documentation/
 */
export function slipOkVerifier(settings: SlipOkSettings, log: Log): SlipVerifier {
  const { url, key, receivers, milliseconds = 15_000 } = settings

  async function request(slip: Transfer, amount: Cents): Promise<{ status: number; reply: unknown }> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-authorization': key },
      // With `log`, the service checks the receiver and remembers the slip.
      body: JSON.stringify({ data: slipText(slip.bank, slip.reference), amount: toWire(amount), log: true }),
      // The key is for this address only.
      redirect: 'error',
      signal: AbortSignal.timeout(milliseconds),
    })
    // The beginning of a longer reply isn't valid JSON.
    return { status: response.status, reply: JSON.parse(await replyText(response)) }
  }

  return {
    async verify(slip, due) {
      // The service knows the slips of banks only.
      if (slip.kind !== 'slip') return { result: 'unavailable' }
      try {
        const { status, reply } = await request(slip, due.amount)
        const verdict = status < 300 ? verdictOf(reply, slip, due, receivers) : refusalOf(reply)
        if (verdict && status < 500) return verdict
        const code = refusedReply.safeParse(reply).data?.code
        log.warn({ event: 'slip_not_verified', status, code }, 'SlipOK gave no verdict on a slip')
      } catch (error) {
        log.warn({ event: 'slip_not_verified', reason: (error as Error).name }, 'SlipOK couldn’t be asked about a slip')
      }
      return { result: 'unavailable' }
    },
  }
}

/** Returns the verdict of a reply; undefined if it has none. */
function verdictOf(
  reply: unknown,
  slip: Transfer,
  { amount, since }: PaymentDue,
  receivers: readonly string[],
): SlipVerdict | undefined {
  const { data: transfer } = accepted.safeParse(reply)
  if (!transfer) return refusalOf(reply)
  const { transRef, sendingBank, amount: paid, receiver, transDate, transTime } = transfer.data
  if (transRef !== slip.reference || sendingBank !== slip.bank) return undefined
  if (centsFromWire(paid) !== amount) return { result: 'wrongAmount' }
  const shown = [receiver.proxy?.value, receiver.account?.value].filter((value) => isLegible(value))
  if (shown.length === 0) return undefined
  const isOurs = shown.some((value) => receivers.some((number) => mayBe(value, number)))
  if (!isOurs) return { result: 'wrongReceiver' }
  const madeAt = Date.parse(`${transDate.replace(/^(....)(..)(..)$/, '$1-$2-$3')}T${transTime}+07:00`)
  if (Number.isNaN(madeAt) || madeAt > Date.now() + clockSlack) return undefined
  return { result: madeAt < since.getTime() - clockSlack ? 'tooEarly' : 'confirmed' }
}

function refusalOf(reply: unknown): SlipVerdict | undefined {
  const { data: refusal } = refusedReply.safeParse(reply)
  if (!refusal) return undefined
  if (refusal.code === pendingCode) {
    const minutes = Math.min(Math.max(refusal.data?.delay ?? usualDelay, 1), longestDelay)
    return { result: 'pending', retryAfter: Math.ceil(minutes * 60) }
  }
  const result = verdicts[refusal.code]
  return result && { result }
}

function isLegible(masked: string | null | undefined): masked is string {
  return (masked?.match(/[0-9]/g)?.length ?? 0) >= legibleDigits
}

/** Returns whether a masked number, such as `xxx-x-x7404-x`, can be this one: banks cover different parts of it. */
function mayBe(masked: string, number: string): boolean {
  const mask = masked.replace(/[^0-9x*]/gi, '')
  const digits = number.replace(/[^0-9]/g, '')
  let equal = 0
  for (let fromEnd = 1; fromEnd <= Math.min(mask.length, digits.length); fromEnd += 1) {
    const shown = mask.at(-fromEnd) ?? ''
    if (!/[0-9]/.test(shown)) continue
    if (shown !== digits.at(-fromEnd)) return false
    equal += 1
  }
  return equal >= legibleDigits
}
