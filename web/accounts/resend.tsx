import { useEffect, useState } from 'react'
import { limits } from '../../contract/values/limits.ts'
import { m } from '../messages/messages.ts'

/** Offers a new code a minute after the last one. `sentAt` is in milliseconds since 1970. */
export function Resend({ sentAt, pending, onResend }: { sentAt: number; pending: boolean; onResend: () => void }) {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.ceil((sentAt + limits.codeResendSeconds * 1000 - now) / 1000)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

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
