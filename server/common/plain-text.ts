/**
 * Control characters, and those that set the direction of text, such as U+202E: they are invisible, but change how the
 * text around them is drawn. Spaces and line breaks aren't among them.
 */
const hidden = /(?!\s)[\p{Cc}\p{Bidi_Control}]/gu

/**
 * Returns a text without control characters and those that set its direction, nor spaces around it. They are removed
 * rather than refused: a phone's contacts put them around a copied number, where people can't see them.
 */
export const plainText = (text: string): string => text.replace(hidden, '').trim()
