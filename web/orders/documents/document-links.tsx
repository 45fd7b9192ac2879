import type { OrderDocument } from '../../../contract/entities/order.ts'
import { documentPath, documentTitles } from '../../../contract/orders/documents.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { ReceiptText } from '../../ui/icons.tsx'

/** Links to the documents of an order's payments. Each opens as a page to print. */
export function DocumentLinks({ documents }: { documents: readonly OrderDocument[] | undefined }) {
  if (!documents) return null
  return (
    <ul aria-label={m.orders_documents()} className="grid print:hidden">
      {documents.map(({ id, kind, name }) => (
        <li key={id}>
          <a
            href={documentPath(id)}
            target="_blank"
            rel="noopener"
            className="wrap-anywhere inline-flex min-h-11 items-center gap-2 text-leaf underline-offset-4 hover:underline"
          >
            <ReceiptText className="size-4 shrink-0" aria-hidden />
            <span>
              {documentTitles[kind][getLocale()]}{' '}
              <span className="figures whitespace-nowrap text-muted max-[16rem]:whitespace-normal">{name}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
