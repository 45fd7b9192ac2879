/** Returns the link that calls a phone number as a person writes it, with spaces, brackets and dashes. */
export const telHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`
