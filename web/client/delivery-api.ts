import { makeClient } from '../../contract/client.ts'
import { deliveryCallPaths } from '../../contract/paths/delivery-call-paths.ts'
import { send } from './api.ts'

/** The client of the calls about where the shop delivers: only shops with zones load it. */
export const deliveryApi = makeClient(deliveryCallPaths, send)
