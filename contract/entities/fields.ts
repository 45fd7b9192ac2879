import * as z from 'zod'
import { recoveryCode } from '../staff/recovery-code.ts'
import { isDay } from '../values/day.ts'
import { isEmail } from '../values/email.ts'
import { limits } from '../values/limits.ts'

/*
 * The schemas of the shop's records on the wire only check and never transform: the parsed value is the sent one. The
 * message of a custom issue is a key of `fieldErrors` in field-errors.ts.
 */

/** An id that a client sends. Only its length is checked here: an id of another form is one of nothing known. */
export const idField = z.string().max(limits.shortText)

/** Returns whether PostgreSQL can store a text: it has no NUL and no half of a surrogate pair. */
export const wellFormed = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/**
 * Returns whether nine marks or more stand on one letter, which draw over the lines around. Real words have up to four:
 * a Thai letter has a vowel and a tone, or a vowel and a karan.
 */
const isOverdrawn = (text: string) => /\p{M}{9}/u.test(text)

/**
 * A visible character: no space, control or format character, no zero-width character such as U+200B, and none of the
 * symbols that draw nothing: a Braille pattern without dots, blank hieroglyphs, and the notehead U+1D159.
 */
const visibleCharacter = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}]/u

/*
 * Zod runs a refinement even if the one before it failed, unless that one aborts. So length is checked first and
 * aborts: later checks never read more than a field may hold.
 */

/** Text of bounded length, counted after trimming, well-formed and without NUL, which PostgreSQL cannot store. */
export const textField = (max: number, min = 1) =>
  z
    .string()
    .refine((value) => value.trim().length <= max, { error: 'too_long', params: { max }, abort: true })
    .refine((value) => min === 0 || (value.trim().length >= min && visibleCharacter.test(value)), {
      error: min <= 1 ? 'required' : 'too_short',
      params: { min },
    })
    .refine((value) => wellFormed(value) && !isOverdrawn(value), { error: 'characters' })

export const email = textField(limits.email).refine(isEmail, { error: 'email' })

/** Exactly as typed: never trimmed. */
export const newPassword = z
  .string()
  .refine((value) => value.length <= limits.passwordMax, {
    error: 'too_long',
    params: { max: limits.passwordMax },
    abort: true,
  })
  // Counts code points, so an emoji is one character.
  .refine((value) => [...value].length >= limits.passwordMin, {
    error: 'too_short',
    params: { min: limits.passwordMin },
    abort: true,
  })
  .refine((value) => visibleCharacter.test(value), { error: 'password_blank' })
  .refine(wellFormed, { error: 'characters' })

/** At sign-in only the size is limited: a short wrong password is just a wrong password. */
export const password = z
  .string()
  .refine((value) => value.length <= 1024, { error: 'too_long', params: { max: 1024 }, abort: true })
  .refine(wellFormed, { error: 'characters' })

export const otp = z.string().refine((value) => /^[0-9]{6}$/.test(value.trim()), { error: 'code' })

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCode = z
  .string()
  .refine((value) => value.length <= limits.shortText, {
    error: 'too_long',
    params: { max: limits.shortText },
    abort: true,
  })
  .refine(
    (value) => {
      const plain = recoveryCode.plain(value)
      if (/^[0-9]{6}$/.test(plain)) return true
      return (
        plain.length === recoveryCode.length && [...plain].every((letter) => recoveryCode.alphabet.includes(letter))
      )
    },
    { error: 'invalid' },
  )

/** Returns whether a text is the secret of a mail's link, whole: 256 random bits. */
export const isLinkSecret = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** A code, or the secret of a mail's link. */
export const otpOrLink = z
  .string()
  .refine((value) => (value.length === 43 ? isLinkSecret(value) : /^[0-9]{6}$/.test(value.trim())), { error: 'code' })

/** A day as YYYY-MM-DD; `error` is a key of `fieldErrors`. */
export const day = (error = 'invalid') => z.string().refine(isDay, { error })

/** A number in the shop's currency with at most two decimals. */
export const wireMoney = z.number().nonnegative()

/** An entity with every field named, optional ones too: a mapping that forgets a field doesn't compile. */
export type Complete<T> = { [K in keyof Required<T>]: T[K] }

/** A price as a form sends it: a number, or text. */
export const priceInput = z.union([z.number(), z.string().max(20)], { error: 'price' })
