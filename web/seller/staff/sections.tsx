import { m } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { SecondFactors } from '../account/second-factors.tsx'
import { useMay } from '../client/role.ts'
import { AuditLog } from './audit-log.tsx'
import { RequiredRoles } from './required-roles.tsx'
import { Sessions } from './sessions.tsx'
import { StaffList, useStaff } from './staff-list.tsx'

/** The sections of the staff's screen that the role sees. */
export default function StaffSections() {
  const mayList = useMay('staff.list')
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8">
      {mayList ? <OwnersSections /> : <OwnAccount />}
    </div>
  )
}

function OwnersSections() {
  const read = useStaff()
  return (
    <>
      <StaffList read={read} />
      <RequiredRoles members={read.data?.members ?? []} />
      <OwnAccount />
      <AuditLog people={read.data?.members.map(({ email }) => email) ?? []} />
    </>
  )
}

/** The section of the signed-in seller's own account. */
function OwnAccount() {
  return (
    <>
      <section>
        <h2 className="mb-3 font-bold text-xl">{m.staff_factor_title()}</h2>
        <SecondFactors />
      </section>
      <section>
        <h2 className="mb-3 font-bold text-xl">{m.staff_own_sessions()}</h2>
        <Card className="p-4 sm:p-6">
          <Sessions />
        </Card>
      </section>
    </>
  )
}
