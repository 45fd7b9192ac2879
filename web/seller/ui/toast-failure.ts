import { failureMessage } from '../../client/api.ts'
import { m } from '../../messages/messages.ts'
import { toast } from '../../ui/toast.ts'

/**
 * Shows a toast that a change got no reply: it may or may not have been made. While the shop is unreachable the banner
 * says why, so the toast only says what it means here.
 */
export function toastFailure(error: unknown): void {
  toastError(error, m.seller_unanswered())
}

/** Shows a toast that something couldn't be loaded. */
export function toastUnread(error: unknown): void {
  toastError(error, m.seller_unread())
}

function toastError(error: unknown, unreachable: string): void {
  const message = failureMessage(error)
  toast.error(message === m.shell_unreachable() ? unreachable : message)
}
