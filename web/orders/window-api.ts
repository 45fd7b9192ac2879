import { makeClient } from '../../contract/client.ts'
import { windowCallPaths } from '../../contract/paths/window-call-paths.ts'
import { send } from '../client/api.ts'

/** The browser's client of the shopper's calls of delivery windows: loaded with the screens that need it. */
export const windowApi = makeClient(windowCallPaths, send)
