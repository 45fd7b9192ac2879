import * as z from 'zod'
import { limits } from '../values/limits.ts'

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)

export const passkeyId = base64url(1400)

/** A passkey that a browser has made: the parts of the credential that the server checks. */
export const passkeyResponse = z.object({
  id: passkeyId,
  clientDataJSON: base64url(4000),
  attestationObject: base64url(8000),
  /** How the browser reaches the device, such as "internal" or "usb". */
  transports: z
    .array(
      z
        .string()
        .max(limits.shortText)
        .regex(/^[a-z-]+$/),
    )
    .max(10),
})

/** The assertion by which a browser signs in with a passkey (Web Authentication, section 6.3.3). */
export const passkeyAssertion = z.object({
  id: passkeyId,
  clientDataJSON: base64url(4000),
  authenticatorData: base64url(4000),
  signature: base64url(2000),
})
