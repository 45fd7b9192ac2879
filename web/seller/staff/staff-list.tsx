import { useState } from 'react'
import type { StaffInvitation, StaffMember } from '../../../contract/calls/staff.ts'
import { mayCall, type Role, roleNames, roles } from '../../../contract/staff/staff-roles.ts'
import { refreshSession } from '../../client/session.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useConfirmed } from '../account/confirmed.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { useKeptDraft } from '../drafts/use-kept-draft.ts'
import { RemoveDialog } from '../form/remove-dialog.tsx'
import { formatBalance } from '../ui/format-balance.ts'
import { ReadResult } from '../ui/read-result.tsx'
import { Sessions } from './sessions.tsx'

const roleName = (role: Role) => roleNames[role][getLocale()]
const roleTexts: Record<Role, () => string> = {
  owner: m.staff_role_owner,
  manager: m.staff_role_manager,
  picker: m.staff_role_picker,
  rider: m.staff_role_rider,
}

/** Returns the staff and the open invitations. */
export const useStaff = () => useRead('staff', (signal) => sellerApi.staff.list(undefined, { signal }))

/** The staff, the open invitations, and the form that invites. */
export function StaffList({ read }: { read: ReturnType<typeof useStaff> }) {
  return (
    <ReadResult
      read={read}
      failedTitle={m.staff_failed()}
      heading="h2"
      skeleton={<Skeleton className="h-60 w-full rounded-card" />}
    >
      {({ members, invitations }) => (
        <>
          <ul aria-label={m.staff_title()} className="grid gap-3">
            {members.map((member) => (
              <li key={member.id}>
                <Member member={member} onChanged={read.reload} />
              </li>
            ))}
          </ul>
          {invitations.length > 0 && (
            <section>
              <h2 className="mb-3 font-bold text-xl">{m.staff_invitations()}</h2>
              <ul className="grid gap-3">
                {invitations.map((invitation) => (
                  <li key={invitation.id}>
                    <Invitation invitation={invitation} onChanged={read.reload} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Invite onInvited={read.reload} />
        </>
      )}
    </ReadResult>
  )
}

function Member({ member, onChanged }: { member: StaffMember; onChanged: () => void }) {
  const [dialog, setDialog] = useState<'role' | 'remove' | 'sessions' | 'factors'>()
  const { name, email, role, lastSeenAt, secondFactors, self } = member
  const close = () => setDialog(undefined)
  const changed = () => {
    close()
    onChanged()
    if (self) void refreshSession({ fresh: true })
  }
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 grow basis-60">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold text-lg">
          <span className="wrap-anywhere">{name}</span>
          <Badge variant={role === 'owner' ? 'leaf' : 'plain'}>{roleName(role)}</Badge>
          {secondFactors.length > 0 && <Badge>{m.staff_factor_badge()}</Badge>}
          {self && <span className="font-normal text-muted text-sm">{m.staff_you()}</span>}
        </h2>
        <p className="wrap-anywhere text-muted text-sm">{email}</p>
        <p className="text-muted text-sm">
          {lastSeenAt ? m.staff_seen({ when: formatMoment(lastSeenAt) }) : m.staff_never_seen()}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="soft" aria-label={m.staff_change_role_of({ name })} onClick={() => setDialog('role')}>
          {m.staff_change_role()}
        </Button>
        {!self && (
          <Button variant="outline" aria-label={m.staff_sessions_of({ name })} onClick={() => setDialog('sessions')}>
            {m.staff_sessions()}
          </Button>
        )}
        {!self && secondFactors.length > 0 && (
          <Button variant="outline" aria-label={m.staff_factor_reset_of({ name })} onClick={() => setDialog('factors')}>
            {m.staff_factor_reset()}
          </Button>
        )}
        <Button variant="outline" aria-label={m.staff_remove_of({ name })} onClick={() => setDialog('remove')}>
          {m.staff_remove()}
        </Button>
      </div>
      {dialog === 'role' && <RoleDialog member={member} onClose={close} onChanged={changed} />}
      {dialog === 'remove' && <RemoveMember member={member} onClose={close} onChanged={changed} />}
      {dialog === 'factors' && <FactorsDialog member={member} onClose={close} onChanged={changed} />}
      {dialog === 'sessions' && (
        <Dialog open onClose={close} title={m.staff_sessions_of({ name })}>
          <Sessions of={member.id} />
        </Dialog>
      )}
    </Card>
  )
}

type DialogProps = { member: StaffMember; onClose: () => void; onChanged: () => void }

/** Says that a rider has cash of the shop, or the shop some of the rider's. */
function CashOwed({ owed }: { owed: number }) {
  if (owed === 0) return null
  const amount = formatBalance(Math.abs(owed))
  return (
    <p className="figures mt-3 rounded-tile bg-mango-soft px-4 py-2 font-medium">
      {owed > 0 ? m.staff_cash_owed({ amount }) : m.staff_cash_owing({ amount })}
    </p>
  )
}

/** Says what happens to the orders that are out with a rider who is removed or gets another role. */
function OrdersOut({ count }: { count: number }) {
  if (count === 0) return null
  return <p className="mt-3 rounded-tile bg-mango-soft px-4 py-2 font-medium">{m.staff_orders_out({ count })}</p>
}

function RoleDialog({ member: { id, name, role, ordersOut, owed }, onClose, onChanged }: DialogProps) {
  const form = useSubmit({ toasts: false })
  const [chosen, setChosen] = useState(role)
  async function save() {
    const reply = await form.send(() => sellerApi.staff.changeRole({ id, role: chosen }))
    if (!reply) return
    toast.success(reply.message)
    onChanged()
  }
  return (
    <Dialog open onClose={onClose} title={m.staff_change_role_of({ name })}>
      <div className="grid gap-4">
        <RoleSelect value={chosen} onChange={setChosen} />
        {!mayCall(chosen, 'rider.take') && (
          <>
            <CashOwed owed={owed} />
            <OrdersOut count={ordersOut} />
          </>
        )}
        <FormMessage>{form.message}</FormMessage>
        <Button onClick={save} pending={form.slow} aria-disabled={form.pending || undefined}>
          {m.staff_save()}
        </Button>
      </div>
    </Dialog>
  )
}

function RemoveMember({ member: { id, name, self, ordersOut, owed }, onClose, onChanged }: DialogProps) {
  return (
    <RemoveDialog
      title={m.staff_remove_of({ name })}
      text={self ? m.staff_remove_self_text() : m.staff_remove_text()}
      labels={{ keep: m.form_keep(), remove: m.staff_remove() }}
      remove={async () => {
        const reply = await sellerApi.staff.remove({ id })
        if (reply.success) onChanged()
        return reply
      }}
      onClose={onClose}
    >
      <CashOwed owed={owed} />
      <OrdersOut count={ordersOut} />
    </RemoveDialog>
  )
}

function FactorsDialog({ member: { id, name }, onClose, onChanged }: DialogProps) {
  const confirmed = useConfirmed()
  return (
    <>
      <RemoveDialog
        title={m.staff_factor_reset_of({ name })}
        text={m.staff_factor_reset_text()}
        labels={{ keep: m.staff_factor_keep(), remove: m.staff_factor_reset() }}
        remove={async () => {
          const reply = await confirmed.call(() => sellerApi.staff.resetFactors({ id }))
          if (reply.success) onChanged()
          return reply
        }}
        onClose={onClose}
      />
      {confirmed.dialog}
    </>
  )
}

function Invitation({ invitation, onChanged }: { invitation: StaffInvitation; onChanged: () => void }) {
  const { id, email, role, expiresAt } = invitation
  const form = useSubmit()
  async function press(call: () => Promise<{ success: true; message: string } | { success: false; message: string }>) {
    const reply = await form.send(call)
    if (reply) toast.success(reply.message)
    onChanged()
  }
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 grow basis-60">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="wrap-anywhere">{email}</span>
          <Badge>{roleName(role)}</Badge>
        </h3>
        <p className="text-muted text-sm">{m.staff_until({ when: formatMoment(expiresAt) })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="soft"
          aria-label={m.staff_resend_to({ email })}
          onClick={() => press(() => sellerApi.staff.invite({ email, role }))}
        >
          {m.staff_resend()}
        </Button>
        <Button
          variant="outline"
          aria-label={m.staff_withdraw_of({ email })}
          onClick={() => press(() => sellerApi.staff.withdraw({ id }))}
        >
          {m.staff_withdraw()}
        </Button>
      </div>
    </Card>
  )
}

type Invitation = { email: string; role: Role }
const emptyInvitation: Invitation = { email: '', role: 'picker' }

function Invite({ onInvited }: { onInvited: () => void }) {
  const form = useSubmit({ toasts: false })
  const { draft, change, clear } = useKeptDraft('invitation', emptyInvitation)
  const { email, role } = draft
  return (
    <section>
      <h2 className="mb-3 font-bold text-xl">{m.staff_invite_title()}</h2>
      <Card className="p-4 sm:p-6">
        <form
          noValidate
          className="grid gap-4"
          onSubmit={async (event) => {
            const reply = await form.submit(event, () => sellerApi.staff.invite({ email, role }))
            if (!reply) return
            toast.success(reply.message)
            clear()
            onInvited()
          }}
        >
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField
              name="email"
              type="email"
              label={m.staff_email()}
              autoComplete="off"
              error={form.fields.email}
              value={email}
              onChange={({ target }) => {
                form.clear('email')
                change({ email: target.value, role })
              }}
              required
            />
            <RoleSelect value={role} onChange={(next) => change({ email, role: next })} />
          </div>
          <FormMessage>{form.message}</FormMessage>
          <div>
            <Button type="submit" pending={form.slow} aria-disabled={form.pending || undefined}>
              {m.staff_invite()}
            </Button>
          </div>
        </form>
      </Card>
    </section>
  )
}

function RoleSelect({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <Select
      label={m.staff_role()}
      name="role"
      hint={roleTexts[value]()}
      value={value}
      onChange={({ target }) => {
        const role = roles.find((each) => each === target.value)
        if (role) onChange(role)
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {roleName(role)}
        </option>
      ))}
    </Select>
  )
}
