import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'

/** Returns how orders come in a shop without delivery times. */
export const noTimesText = (): string => (shop.hasAsap ? m.windows_week_none_asap_text() : m.windows_week_none_text())
