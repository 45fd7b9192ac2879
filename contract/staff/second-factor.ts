/** The second factors that an account of the seller area can have: codes of an authenticator app, and passkeys. */
export const secondFactors = ['app', 'passkey'] as const
export type SecondFactor = (typeof secondFactors)[number]
