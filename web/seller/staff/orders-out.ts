import type { StaffMember } from '../../../contract/calls/staff.ts'
import type { Role } from '../../../contract/staff/staff-roles.ts'

/**
 * Returns how many orders are out for delivery with riders who would have to set up a second step first if their role
 * required one from now on.
 */
export function ordersOutWithoutStep(
  members: readonly Pick<StaffMember, 'role' | 'secondFactors' | 'ordersOut'>[],
  { required, chosen }: { required: readonly Role[]; chosen: readonly Role[] },
): number {
  return members
    .filter(
      ({ role, secondFactors }) => secondFactors.length === 0 && chosen.includes(role) && !required.includes(role),
    )
    .reduce((sum, { ordersOut }) => sum + ordersOut, 0)
}
