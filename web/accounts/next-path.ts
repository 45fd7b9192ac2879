import { useSearchParams } from 'react-router'
import { inAppPath } from '../../contract/in-app-path.ts'

/** Where the address says to go on to afterwards; home where it says nothing, or nothing that may be followed. */
export function useNextPath(): string {
  const [query] = useSearchParams()
  return inAppPath(query.get('next')) ?? '/'
}

/** A screen's address that leads on to `next` afterwards. */
export function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next.slice(1))}`
}
