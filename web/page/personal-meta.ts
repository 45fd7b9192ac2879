import type { MetaArgs, MetaDescriptor } from 'react-router'
import { shopName } from '../messages/shop-name.ts'
import { originOf, pageMeta } from './page-meta.ts'

/** Returns the head elements of a shopper's own screen: a title, and exclusion from search engines. */
export function personalMeta(title: string, path: string, { location, matches }: MetaArgs): MetaDescriptor[] {
  return pageMeta({
    title: `${title} · ${shopName()}`,
    path,
    search: location.search,
    origin: originOf(matches),
    unlisted: true,
  })
}
