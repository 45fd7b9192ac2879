/** The subjects of entries of the audit log. */
export const auditKinds = ['product', 'order', 'money', 'promotion', 'delivery', 'settings', 'staff', 'search'] as const
export type AuditKind = (typeof auditKinds)[number]

export const auditActions = ['added', 'changed', 'removed'] as const

/** Days for which entries are kept: at least, at most, and unless an owner sets another number. */
export const auditDays = { min: 30, max: 3650, usual: 365 } as const
