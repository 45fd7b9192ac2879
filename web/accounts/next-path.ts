import { useSearchParams } from 'react-router'
import { inAppPath } from '../../contract/paths/in-app-path.ts'

/** Returns the path of `?next=`; the home page if it is absent or not allowed. */
export function useNextPath(): string {
  const [query] = useSearchParams()
  return inAppPath(query.get('next')) ?? '/'
}

/** Returns a screen's path with `next` as its query. */
export function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next.slice(1))}`
}
