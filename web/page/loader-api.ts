import { createContext, data } from 'react-router'
import type { ShopClient } from '../../contract/client.ts'
import type { Language } from '../../contract/values/languages.ts'

/** The client of the calls for loaders, without a cookie. */
export const shopApi = createContext<ShopClient>()

/** The language of the page that is being rendered. */
export const pageLanguage = createContext<Language>()

/** Returns the reply that a loader expects; a refusal becomes the error screen with its status. */
export function expectReply<T extends { success: boolean }>(reply: T): Exclude<T, { success: false }> {
  if (reply.success) return reply as Exclude<T, { success: false }>
  const status = 'status' in reply && typeof reply.status === 'number' ? reply.status : 500
  // The shop declines a request for something unknown with status 200.
  throw data(null, { status: status === 200 ? 404 : status })
}
