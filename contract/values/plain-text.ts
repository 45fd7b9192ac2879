/**
 * Control characters, and those that set the direction of text, such as U+202E: neither is seen, but they change how what
 * stands around them is drawn. Spaces and line breaks aren't among them.
 */
const hidden = /(?!\s)[\p{Cc}\p{Bidi_Control}]/gu

/**
 * Returns a text without control characters and those that set its direction, nor spaces around it. They are removed rather
 * than refused: a phone's contacts put them around a number that is copied, and nobody can see what to correct.
 */
export const plainText = (typed: string): string => typed.replace(hidden, '').trim()
