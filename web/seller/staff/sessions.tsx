import type { StaffSession } from '../../../contract/calls/staff.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { ReadResult } from '../ui/read-result.tsx'

/** The open sessions of one of the staff, by default the signed-in one, with buttons that end them. */
export function Sessions({ of }: { of?: string }) {
  const read = useRead(`sessions ${of}`, (signal) => sellerApi.staff.sessions({ id: of }, { signal }))
  return (
    <ReadResult
      read={read}
      failedTitle={m.staff_sessions_failed()}
      heading="h3"
      skeleton={<Skeleton className="h-16 w-full rounded-tile" />}
    >
      {({ sessions }) =>
        sessions.length === 0 ? (
          <p className="text-muted">{m.staff_no_sessions()}</p>
        ) : (
          <ul className="grid gap-3">
            {sessions.map((session) => (
              <Session key={session.id} session={session} onEnded={read.reload} />
            ))}
          </ul>
        )
      }
    </ReadResult>
  )
}

function Session({ session, onEnded }: { session: StaffSession; onEnded: () => void }) {
  const form = useSubmit()
  const client = session.client || m.staff_unknown_device()
  async function end() {
    const reply = await form.send(() => sellerApi.staff.endSession({ id: session.id }))
    if (reply) toast.success(reply.message)
    onEnded()
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {client}
          {session.current && <Badge variant="leaf">{m.staff_this_device()}</Badge>}
        </p>
        <p className="text-muted text-sm">
          {m.staff_session_times({ from: formatMoment(session.startedAt), seen: formatMoment(session.seenAt) })}
        </p>
      </div>
      {/* The button of the header ends this one. */}
      {!session.current && (
        <Button
          variant="outline"
          aria-label={m.staff_end_session_of({ device: client })}
          onClick={end}
          pending={form.slow}
          aria-disabled={form.pending || undefined}
        >
          {m.staff_end_session()}
        </Button>
      )}
    </li>
  )
}
