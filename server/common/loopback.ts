/** Whether a host's name, as URLs and Host headers write it (IPv6 in brackets), can only mean this machine. */
export function isLoopbackName(hostname: string): boolean {
  return /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/i.test(hostname)
}

/** Whether a URL leads to this machine. */
export const isLoopbackUrl = (url: string): boolean => isLoopbackName(new URL(url).hostname)
