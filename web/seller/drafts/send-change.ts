import { withRetries } from '../../client/with-retries.ts'

/**
 * Sends a change, and resends it if there is no reply. The repetition may be refused only because the first one had
 * arrived: `arrived` then checks whether the shop has the change, and returns the lost reply, or undefined if the
 * refusal is valid. Rejects if there was no reply at all: the change may or may not have been made.
 */
export async function sendChange<R extends { success: boolean }>(
  send: () => Promise<R>,
  arrived: (refused: Extract<R, { success: false }>) => Promise<Extract<R, { success: true }> | undefined>,
): Promise<R> {
  let repeated = false
  const reply = await withRetries((again) => {
    repeated = again
    return send()
  })
  if (reply.success || !repeated) return reply
  return (await arrived(reply as Extract<R, { success: false }>)) ?? reply
}
