/**
 * For connections to PostgreSQL that may be idle: a server that vanished without a word is noticed within some twenty
 * seconds, not after the two hours that systems wait by themselves.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
