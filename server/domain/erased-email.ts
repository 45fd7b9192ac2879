/** Returns the address of an erased account, which can't be registered. */
export const erasedEmail = (shopperId: string): string => `erased-${shopperId}@${erasedDomain}`

const erasedDomain = 'erased.invalid'

/** Returns whether an address is that of an erased account: nothing can be mailed to it. */
export const isErased = (email: string): boolean => email.endsWith(`@${erasedDomain}`)
