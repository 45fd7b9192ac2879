import { useState } from 'react'
import { Link, type MetaFunction, useLocation, useNavigate, useParams } from 'react-router'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { useRead } from '../../../client/use-read.ts'
import { m } from '../../../messages/messages.ts'
import { personalMeta } from '../../../page/personal-meta.ts'
import { productPath } from '../../../product/product-path.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ExternalLink } from '../../../ui/icons.tsx'
import { ChevronLeft, Copy } from '../../../ui/seller-icons.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { toastUnread } from '../../ui/toast-failure.ts'
import { draftOf } from '../draft/product-draft.ts'
import { deleteDraft } from '../draft/stored-draft.ts'
import { rememberOpened, updateRememberedList } from '../list/last-list.ts'
import { listPath } from '../list/list-query.ts'
import { ProductForm } from './product-form.tsx'

export const meta: MetaFunction = (page) =>
  personalMeta(m.sellerProducts_edit_title(), `/seller/products/${page.params.id ?? ''}`, page)

export default function EditProductScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const list = listPathOf(state)

  /** Goes back to the list, if this screen was opened from it. */
  function backToList() {
    rememberOpened(id)
    if (isFromList(state)) navigate(-1)
    else navigate(list)
  }
  const read = useRead(id, (signal) => sellerApi.product.seller({ id }, { signal }))
  // Read once: refreshing must not replace the seller's input.
  const [newest, setNewest] = useState<SellerProduct>()
  const product = newest?._id === id ? newest : read.data?.products[0]

  async function loadNewest(keepDraft: boolean) {
    try {
      const reply = await sellerApi.product.seller({ id })
      const [found] = reply.success ? reply.products : []
      if (!found) return void toast.error(reply.success ? m.sellerProducts_edit_unknown() : reply.message)
      if (!keepDraft) deleteDraft(id)
      setNewest(found)
    } catch (error) {
      toastUnread(error)
    }
  }

  return (
    <div className="max-w-3xl">
      <Link
        to={list}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          backToList()
        }}
        className="-ms-2 mb-1 inline-flex min-h-11 items-center gap-1 rounded-full pe-3 font-medium text-leaf-deep hover:underline"
      >
        <ChevronLeft className="size-5" aria-hidden />
        {m.seller_list_link()}
      </Link>
      <Heading product={product} />
      {product ? (
        <>
          {product.archivedAt && (
            <p className="mb-4 rounded-tile bg-mango-soft px-4 py-2.5">{m.sellerProducts_edit_archived()}</p>
          )}
          <ProductForm
            key={`${product._id} ${product.updatedAt}`}
            product={product}
            onSaved={(saved) => {
              updateRememberedList(saved)
              backToList()
            }}
            onLoadNewest={loadNewest}
          />
        </>
      ) : read.loading ? (
        <FormSkeleton />
      ) : read.failure !== undefined ? (
        <EmptyState
          heading="h2"
          title={m.sellerProducts_edit_failed()}
          action={<Button onClick={read.reload}>{m.ui_try_again()}</Button>}
        >
          {read.failure}
        </EmptyState>
      ) : (
        <EmptyState
          heading="h2"
          title={m.sellerProducts_edit_unknown()}
          action={<ButtonLink to={list}>{m.sellerProducts_show_all()}</ButtonLink>}
        />
      )}
    </div>
  )
}

/** The title, with links to the product in the shop and to a new one that begins as its copy. */
function Heading({ product }: { product: SellerProduct | undefined }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h1 tabIndex={-1} className="display-2">
        {m.sellerProducts_edit_title()}
      </h1>
      {product && !product.archivedAt && (
        <Link
          to={productPath(product)}
          className="inline-flex min-h-11 items-center gap-1.5 font-medium text-leaf-deep hover:underline"
        >
          <ExternalLink className="size-4.5" aria-hidden />
          {m.sellerProducts_see_in_shop()}
        </Link>
      )}
      {product && (
        <Link
          to="/seller"
          state={{ copy: draftOf(product) }}
          className="inline-flex min-h-11 items-center gap-1.5 font-medium text-leaf-deep hover:underline"
        >
          <Copy className="size-4.5" aria-hidden />
          {m.sellerProducts_copy()}
        </Link>
      )}
    </div>
  )
}

/** Returns whether this screen was opened from the list. */
function isFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'list' in state
}

/** Returns the list's URL, with its search and page. */
function listPathOf(state: unknown): string {
  const search = typeof state === 'object' && state !== null && 'list' in state ? state.list : ''
  return `${listPath}${typeof search === 'string' && search.startsWith('?') ? search : ''}`
}

function FormSkeleton() {
  return (
    <div role="status" className="grid gap-5 rounded-card border border-line bg-surface p-4 sm:p-6">
      <span className="sr-only">{m.sellerProducts_edit_loading()}</span>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {[1, 2, 3, 4].map((slot) => (
          <Skeleton key={slot} className="aspect-[4/3] rounded-card sm:aspect-square" />
        ))}
      </div>
      <Skeleton className="h-12 w-full rounded-full" />
      <Skeleton className="h-32 w-full rounded-card" />
      <Skeleton className="h-12 w-full rounded-full" />
      <Skeleton className="h-12 w-full rounded-full" />
    </div>
  )
}
