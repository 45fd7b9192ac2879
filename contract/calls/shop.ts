import * as z from 'zod'
import { callPaths } from '../paths/call-paths.ts'
import { call } from './call.ts'

/** The calls of facts about the shop. */
export const shopCalls = {
  facts: call(callPaths.shop.facts, {
    summary: 'Whether this shop takes online payment and PromptPay, and whether it is a demo',
    access: 'anyone',
    ours: true,
    reply: { success: z.literal(true), onlinePayment: z.boolean(), promptPay: z.boolean(), demo: z.boolean() },
  }),
}
