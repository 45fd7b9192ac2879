/*
 * Folding: normalises texts for comparison. Catalogue, synonyms and typed text go through the same function, so that
 * different spellings of a word are equal.
 */

const thaiDigits = /[๐-๙]/g
/**
 * Tone marks, and the signs ็ ์ ํ ๎, which people leave out or double. Except in words that only the mark distinguishes
 * from another.
 */
const thaiMarks = /(กล่อง|ชมพู่|เลย์)|[\u0e47-\u0e4e]/g
/** Accents of Latin letters. Thai vowel signs are marks of another block. */
const latinAccents = /[\u0300-\u036f]/g
const invisibleCharacters = /\p{Default_Ignorable_Code_Point}/gu
/**
 * A number before letters, perhaps with decimals ("5kg"); a Latin word, perhaps with digits ("b12"); another number; a
 * run of other letters.
 */
const pieces =
  /[0-9]+(?:[.,][0-9]+)?(?=[a-z]*(?![a-z0-9]))|[a-z][a-z0-9]*|[0-9]+(?:[.,][0-9]+)?|(?:(?![a-z0-9])[\p{L}\p{M}\p{N}])+/gu

/**
 * Folds a text: lower case, no accents, tone marks or apostrophes, one way to write ำ and แ, Arabic digits, words
 * separated by one space. A number is a word of its own: "5kg" is "5 kg".
 */
export function fold(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(invisibleCharacters, '')
    .replace(thaiDigits, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    // ำ that was typed as ํ and า, with or without a tone mark between them.
    .replace(/\u0e4d[\u0e47-\u0e4c]*\u0e32/g, '\u0e33')
    .replace(thaiMarks, '$1')
    .replaceAll('\u0e40\u0e40', '\u0e41')
    .replaceAll('ๆ', ' ')
    .replace(/[’'‘ʼ`´]/g, '')
    .replaceAll('&', ' and ')
    .normalize('NFKD')
    .replace(latinAccents, '')
    .normalize('NFC')
    .toLowerCase()
    // NFKD splits ำ; what it split is joined again.
    .replace(/\u0e4d\u0e32/g, '\u0e33')
  return (plain.match(pieces) ?? []).map((piece) => piece.replace(',', '.')).join(' ')
}

/** Returns the words of a folded text. */
export const wordsOf = (folded: string): string[] => (folded === '' ? [] : folded.split(' '))

/** Returns whether a text has a Thai character. */
export const hasThai = (text: string): boolean => /[\u0e00-\u0e7f]/.test(text)
