import { useId, useState } from 'react'
import type { StaffMember } from '../../../contract/calls/staff.ts'
import { type Role, roleNames, roles } from '../../../contract/staff/staff-roles.ts'
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
import { ReadResult } from '../ui/read-result.tsx'
import { ordersOutWithoutStep } from './orders-out.ts'

/** The roles that need a second factor, which the owner chooses. */
export function RequiredRoles({ members }: { members: readonly StaffMember[] }) {
  const read = useRead('second factor of roles', (signal) => sellerApi.staff.factorRoles(undefined, { signal }))
  const form = useSubmit({ toasts: false })
  const [chosen, setChosen] = useState<readonly Role[]>()
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
              onChange={(event) => {
                form.clear()
                setChosen(chosenIn(event.currentTarget))
              }}
              onSubmit={async (event) => {
                event.preventDefault()
                const wanted = chosenIn(event.currentTarget)
                const reply = await form.send(() =>
                  confirmed.call(() => sellerApi.staff.saveFactorRoles({ roles: wanted, seen: version })),
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
                      className="size-5 accent-leaf"
                    />
                    {roleNames[role][getLocale()]}
                  </label>
                ))}
              </div>
              <OrdersOut count={ordersOutWithoutStep(members, { required: settings.roles, chosen: chosen ?? [] })} />
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

function chosenIn(form: HTMLFormElement): Role[] {
  const chosen = new FormData(form)
  return roles.filter((role) => chosen.has(role))
}

/** Says that riders on the road would lose their trip. */
function OrdersOut({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p role="status" className="rounded-tile bg-mango-soft px-4 py-2 font-medium">
      {m.staff_required_out({ count })}
    </p>
  )
}
