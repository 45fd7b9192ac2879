import { makeClient } from '../../../contract/client.ts'
import { sellerCallPaths } from '../../../contract/paths/seller-call-paths.ts'
import { send } from '../../client/api.ts'

/** The browser's client of the calls that only the seller's area makes. */
export const sellerApi = makeClient(sellerCallPaths, send)
