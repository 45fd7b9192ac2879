import { askAgain } from '../../client/ask-again.ts'

/**
 * Sends a change, and sends it again when no answer comes. A repeat may be refused only because the first one had
 * arrived: `arrived` then looks whether the shop has what was asked for, and returns the answer that was lost, or
 * undefined where the refusal stands. Rejects when no answer came at all: the change may have been made or not.
 */
export async function sendChange<R extends { success: boolean }>(
  send: () => Promise<R>,
  arrived: (refused: Extract<R, { success: false }>) => Promise<Extract<R, { success: true }> | undefined>,
): Promise<R> {
  let repeated = false
  const reply = await askAgain((again) => {
    repeated = again
    return send()
  })
  if (reply.success || !repeated) return reply
  return (await arrived(reply as Extract<R, { success: false }>)) ?? reply
}
