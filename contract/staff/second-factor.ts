/** The second factors that an account of the seller area can have: codes of an authenticator app, and passkeys. */
export const secondFactors = ['app', 'passkey'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** Seconds for which a right password waits for the second step of its sign-in. */
export const signInSeconds = 600
