import { StartError } from '../common/start-error.ts'

/**
 * Returns an error of listening as the owner should read it: one about a port in use says what to do. `setting` is the
 * setting of the port.
 */
export function listenError(error: unknown, port: number, setting: 'PORT' | 'METRICS_PORT'): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error
  return new StartError(
    `Port ${port} is in use: this shop is open already, or another program has it. Choose another with ${setting}=${port + 1} npm start.`,
  )
}
