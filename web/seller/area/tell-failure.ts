import { failureMessage } from '../../client/api.ts'
import { m } from '../../messages/messages.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Says that a change got no answer: it may have been made or not. While the shop can't be reached the banner says why
 * already, so the toast says only what that means here.
 */
export function tellFailure(error: unknown): void {
  tell(error, m.seller_unanswered())
}

/** Says that something couldn't be read. */
export function tellUnread(error: unknown): void {
  tell(error, m.seller_unread())
}

function tell(error: unknown, unreachable: string): void {
  const words = failureMessage(error)
  toast.error(words === m.shell_unreachable() ? unreachable : words)
}
