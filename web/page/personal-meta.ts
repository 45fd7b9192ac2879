import type { MetaArgs, MetaDescriptor } from 'react-router'
import { shop } from '../../shop.config.ts'
import { originOf, pageMeta } from './page-meta.ts'

/** The head of a screen that is one shopper's own: it has a title, and search engines leave it out. */
export function personalMeta(title: string, path: string, { location, matches }: MetaArgs): MetaDescriptor[] {
  return pageMeta({
    title: `${title} · ${shop.name}`,
    path,
    search: location.search,
    origin: originOf(matches),
    unlisted: true,
  })
}
