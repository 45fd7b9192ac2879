/** Returns a promotion's code as it is stored: in upper case, without the spaces that a keyboard adds. */
export const normalCode = (typed: string): string => typed.replace(/\s/g, '').toUpperCase().slice(0, 100)
