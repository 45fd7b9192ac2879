/** Returns whether a host name, as in URLs and Host headers (IPv6 in brackets), always means this machine. */
export function isLoopbackName(hostname: string): boolean {
  return /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/i.test(hostname)
}

/** Returns whether a URL leads to this machine. */
export const isLoopbackUrl = (url: string): boolean => isLoopbackName(new URL(url).hostname)
