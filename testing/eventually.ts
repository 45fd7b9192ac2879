/**
 * The timeout of a test, in milliseconds, for events that are immediate on an idle machine: the default of one second
 * is too short beside other tests on two CPUs.
 */
export const eventually = { timeout: 30_000, interval: 20 }
