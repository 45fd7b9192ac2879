import { promptPayPayload } from '../../../contract/payments/promptpay.ts'
import { cents } from '../../../contract/values/money.ts'
import type { Tx } from '../../database/database.ts'
import type { PromptPay } from '../../settings/promptpay.ts'
import { lockOpenCodes, setCodes } from '../money/slip-queries.ts'

/**
 * Changes the codes of orders that await payment by PromptPay to the shop's present account: the account before may
 * have been mistyped, and be a stranger's. Their shoppers' open pages show the new code at once. Orders with a slip
 * that waits keep their code, as their money was sent to the old account; if it is rejected, this is called for that
 * order (`only`). Returns how many codes were changed.
 */
export async function replaceOpenCodes(
  tx: Tx,
  { proxy, receiver }: Pick<PromptPay, 'proxy' | 'receiver'>,
  only?: string,
): Promise<number> {
  const codes = (await lockOpenCodes(tx, only))
    .map((code) => ({ ...code, now: promptPayPayload(proxy, cents(code.amountCents)) }))
    .filter((code) => code.payload !== code.now || code.receiver !== receiver)
  await setCodes(
    tx,
    codes.map(({ orderId, now }) => ({ orderId, payload: now })),
    { receiver, proxyNumber: proxy.number },
  )
  return codes.length
}
