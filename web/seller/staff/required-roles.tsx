import { useId } from 'react'
import { roleNames, roles } from '../../../contract/staff/staff-roles.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useConfirmed } from '../account/confirmed.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { withSessionEnd } from '../client/session-end.ts'
import { ReadResult } from '../ui/read-result.tsx'

/** The roles of which the owner requires a second factor. */
export function RequiredRoles() {
  const read = useRead('second factor of roles', async (signal) =>
    withSessionEnd(await sellerApi.staff.factorRoles(undefined, { signal })),
  )
  const form = useSubmit({ toasts: false })
  const confirmed = useConfirmed()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-bold text-xl">
        {m.staff_required_title()}
      </h2>
      <ReadResult
        read={read}
        failedTitle={m.staff_required_failed()}
        heading="h3"
        skeleton={<Skeleton className="h-40 w-full rounded-card" />}
      >
        {({ settings, version }) => (
          <Card className="p-4 sm:p-6">
            <form
              noValidate
              key={version}
              className="grid gap-4"
              onSubmit={async (event) => {
                event.preventDefault()
                const chosen = new FormData(event.currentTarget)
                const reply = await form.send(() =>
                  confirmed.call(() =>
                    sellerApi.staff.saveFactorRoles({ roles: roles.filter((role) => chosen.has(role)), seen: version }),
                  ),
                )
                if (!reply) return
                toast.success(reply.message)
                read.reload()
              }}
            >
              <p className="text-muted">{m.staff_required_text()}</p>
              <div className="flex flex-wrap gap-x-8">
                {roles.map((role) => (
                  <label key={role} className="flex min-h-11 cursor-pointer items-center gap-3">
                    <input
                      type="checkbox"
                      name={role}
                      defaultChecked={settings.roles.includes(role)}
                      onChange={() => form.clear()}
                      className="size-5 accent-leaf"
                    />
                    {roleNames[role][getLocale()]}
                  </label>
                ))}
              </div>
              <FormMessage>{form.message}</FormMessage>
              <div>
                <Button type="submit" variant="soft" pending={form.slow} aria-disabled={form.pending || undefined}>
                  {m.staff_save()}
                </Button>
              </div>
            </form>
          </Card>
        )}
      </ReadResult>
      {confirmed.dialog}
    </section>
  )
}
