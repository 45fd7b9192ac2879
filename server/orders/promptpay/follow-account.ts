import { promptPayPayload } from '../../../contract/payments/promptpay.ts'
import { cents } from '../../../contract/values/money.ts'
import type { Tx } from '../../database/database.ts'
import type { PromptPay } from '../../settings/promptpay.ts'
import { lockOpenCodes, setCodes } from './slip-queries.ts'

/**
 * Lets the orders that are paid by PromptPay and have no slip yet be paid to the account that the shop has now: the one before
 * may be a stranger's, mistyped. Their shoppers' open pages show it at once. Orders with a slip that waits keep theirs, as
 * the money went there. Returns how many orders have another code now.
 */
export async function followAccount(tx: Tx, { proxy, receiver }: PromptPay): Promise<number> {
  const codes = (await lockOpenCodes(tx))
    .map((code) => ({ ...code, now: promptPayPayload(proxy, cents(code.amountCents)) }))
    .filter((code) => code.payload !== code.now || code.receiver !== receiver)
  await setCodes(
    tx,
    codes.map(({ orderId, now }) => ({ orderId, payload: now })),
    { receiver, proxyNumber: proxy.number },
  )
  return codes.length
}
