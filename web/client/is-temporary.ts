/** Whether a call that was refused with this HTTP status may succeed later: too many requests, or a busy shop. */
export const isTemporary = (status = 0): boolean => status === 429 || status >= 500
