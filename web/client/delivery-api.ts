import { makeClient } from '../../contract/client.ts'
import { deliveryCallPaths } from '../../contract/paths/delivery-call-paths.ts'
import { send } from './api.ts'

/** The client of the shopper's calls about deliveries: loaded with the screens that make them. */
export const deliveryApi = makeClient(deliveryCallPaths, send)
