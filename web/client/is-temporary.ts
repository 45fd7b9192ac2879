const temporary = new Set([408, 429])

/**
 * Returns whether a call that was refused with this HTTP status may succeed later: slow, too many requests, or a busy
 * shop.
 */
export const isTemporary = (status = 0): boolean => temporary.has(status) || status >= 500
