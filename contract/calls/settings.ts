import * as z from 'zod'
import * as entity from '../entities.ts'
import { sellerCallPaths } from '../seller-call-paths.ts'
import { call, done } from './call.ts'

const promptPaySettings = {
  /** Null if they were never saved. */
  promptPay: entity.promptPaySettings.nullable(),
  /** To be sent back as `seen`; 0 if they were never saved. */
  version: z.int(),
  /** The seller's e-mail; null for the demo. */
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
}

/** The calls of the owner's settings. */
export const settingsCalls = {
  promptPay: call(sellerCallPaths.settings.promptPay, {
    summary: 'How the shop is paid by PromptPay',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...promptPaySettings },
  }),
  savePromptPay: call(sellerCallPaths.settings.savePromptPay, {
    summary: 'Saves how the shop is paid by PromptPay; orders that await payment keep their code',
    access: 'seller',
    ours: true,
    body: entity.promptPaySettings.extend({
      /** The version shown to the seller; if a colleague has saved another one since: setting_changed. */
      seen: z.int().min(0),
    }),
    reply: { ...done, ...promptPaySettings },
  }),
}
