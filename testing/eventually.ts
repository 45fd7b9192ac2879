/**
 * How long a test waits, in milliseconds, for what happens at once on an idle machine: the default of one second is too
 * short beside other tests on two CPUs.
 */
export const eventually = { timeout: 30_000, interval: 20 }
