/**
 * TCP keep-alive for connections to PostgreSQL that may be idle: a server that vanished is noticed within about twenty
 * seconds, instead of two hours by default.
 */
export const tcpKeepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
