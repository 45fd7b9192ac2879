import { redirect } from 'react-router'
import type { ShopClient } from '../../contract/client.ts'
import { expectReply } from '../page/loader-api.ts'
import { listPage } from '../product/card-product.ts'
import { type ListQuery, listUrl } from './list-query.ts'

/**
 * Reads a page of the list of products at `path`, with the query that its URL has. An invalid cursor is ignored: the
 * browser is redirected to the first page. Throws the response of an error screen if the list can't be read at the
 * moment.
 */
export async function loadList(
  api: ShopClient,
  { path, query, input }: { path: string; query: ListQuery; input: Parameters<ShopClient['product']['list']>[0] },
) {
  const reply = await api.product.list(input)
  if (!reply.success && reply.status === 400 && query.cursor)
    throw redirect(listUrl(path, { ...query, cursor: undefined }))
  return { query, ...listPage(expectReply(reply), { exact: query.exact, unitPrices: query.sort === 'unit-price' }) }
}
