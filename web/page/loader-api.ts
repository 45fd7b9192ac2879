import { createContext, data } from 'react-router'
import type { Client } from '../../contract/client.ts'
import type { Language } from '../../contract/shop.ts'

/** The calls of the shop for loaders: as any visitor makes them, without a cookie. */
export const shopApi = createContext<Client>()

/** The language of the page that is being made. */
export const pageLanguage = createContext<Language>()

/** The reply that a loader counts on; a refusal becomes the error screen with its status. */
export function expectReply<T extends { success: boolean }>(reply: T): Exclude<T, { success: false }> {
  if (reply.success) return reply as Exclude<T, { success: false }>
  const status = 'status' in reply && typeof reply.status === 'number' ? reply.status : 500
  // The shop's polite no to a wish for something unknown comes with 200.
  throw data(null, { status: status === 200 ? 404 : status })
}
