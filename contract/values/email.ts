// Deliberately loose: one @, something on both sides, a dot in the domain, no spaces, control characters or characters
// that set the direction of text. The code sent by mail shows whether the address exists. Parts of the domain contain
// no dots, so each character matches in one way only; a pattern that could match it in two ways takes quadratic time to
// fail.
const emailPattern =
  /^[^\s@\p{Cc}\p{Bidi_Control},;<>"]+@[^\s@.\p{Cc}\p{Bidi_Control},;<>"]+(?:\.[^\s@.\p{Cc}\p{Bidi_Control},;<>"]+)+$/u

/** Returns whether a text, without the spaces around it, has the form of an e-mail address. */
export const isEmail = (text: string): boolean => emailPattern.test(text.trim())
