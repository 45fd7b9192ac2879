import { makeClient } from '../../contract/client.ts'
import { trackCallPaths } from '../../contract/paths/track-call-paths.ts'
import { send } from '../client/api.ts'

/** The browser's client of the call about an order on its way: loaded with such an order. */
export const trackApi = makeClient(trackCallPaths, send)
