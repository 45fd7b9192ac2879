import * as z from 'zod'
import { callPaths } from '../paths/call-paths.ts'
import { call } from './call.ts'

/** The calls of facts about the shop. */
export const shopCalls = {
  facts: call(callPaths.shop.facts, {
    summary: 'Whether this shop takes online payment and PromptPay, whether it is a demo, and its next holidays',
    access: 'anyone',
    ours: true,
    reply: {
      success: z.literal(true),
      onlinePayment: z.boolean(),
      promptPay: z.boolean(),
      demo: z.boolean(),
      /** The next holidays within 31 days, as YYYY-MM-DD, today's among them; absent if there are none. */
      closedDays: z.array(z.string()).optional(),
    },
  }),
}
