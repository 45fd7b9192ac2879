import { failureWords } from '../../client/api.ts'
import { m } from '../../messages/messages.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Says that something wasn't done. While the shop can't be reached the banner says why already, so the toast says only
 * what that means here.
 */
export function tellFailure(error: unknown): void {
  const words = failureWords(error)
  toast.error(words === m.shell_unreachable() ? m.seller_not_done() : words)
}
