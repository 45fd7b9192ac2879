import * as z from 'zod'
import * as entity from '../entities.ts'
import { sellerCallPaths } from '../seller-call-paths.ts'
import { call, done, settingVersion } from './call.ts'

const promptPaySettings = {
  /** Null if they were never saved. */
  promptPay: entity.promptPaySettings.nullable(),
  ...settingVersion,
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
