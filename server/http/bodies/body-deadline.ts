import type { App } from '../calls/calls.ts'

/** Milliseconds that the body of a call may take to arrive, unless it is a form with files. It has at most 256 KB. */
const usualMilliseconds = 60_000

/**
 * Closes the connection of a request whose body doesn't arrive in time. Without this a client could keep a connection
 * open for as long as the upload of four photographs may take, by sending a byte now and then. Forms have the server's
 * `requestTimeout`.
 */
export function limitSlowBodies(app: App, milliseconds = usualMilliseconds): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (hasBody && !raw.complete && !raw.headers['content-type']?.startsWith('multipart/')) {
      const timer = setTimeout(() => {
        if (raw.complete) return
        request.log.warn('closed a connection whose request body came too slowly')
        raw.destroy()
      }, milliseconds).unref()
      raw.once('close', () => clearTimeout(timer))
      raw.once('end', () => clearTimeout(timer))
    }
    done()
  })
}
