import { isIP } from 'node:net'

/** The site that passkeys belong to: its domain, and the origins of pages that may use them. */
export type PasskeySite = { domain: string; origins: string[] }

/**
 * Returns the site of passkeys; undefined if there is none, as browsers make no passkeys for an IP address. A demo,
 * which is opened by IP address too, has them on localhost.
 */
export function passkeySiteOf(config: { publicUrl: string; demo: boolean; port: number }): PasskeySite | undefined {
  const { hostname, origin } = new URL(config.publicUrl)
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return { domain: hostname, origins: [origin] }
  return config.demo ? { domain: 'localhost', origins: [`http://localhost:${config.port}`] } : undefined
}
