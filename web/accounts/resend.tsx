import { limits } from '../../contract/values/limits.ts'
import { useNow } from '../client/use-now.ts'
import { m } from '../messages/messages.ts'

/** Offers a new code a minute after the last one. `sentAt` is in milliseconds since 1970. */
export function Resend({ sentAt, pending, onResend }: { sentAt: number; pending: boolean; onResend: () => void }) {
  const now = useNow(1000)
  const left = Math.ceil((sentAt + limits.codeResendSeconds * 1000 - now) / 1000)

  return (
    <p className="flex min-h-11 items-center justify-center text-muted">
      {left > 0 ? (
        <span className="tabular-nums">
          {m.account_resend_in({ seconds: Math.min(left, limits.codeResendSeconds) })}
        </span>
      ) : (
        <button
          type="button"
          onClick={onResend}
          aria-disabled={pending}
          className="min-h-11 font-medium text-leaf hover:underline"
        >
          {m.account_resend()}
        </button>
      )}
    </p>
  )
}
