import { useEffect, useState } from 'react'
import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { useRead } from '../../client/use-read.ts'
import { toast } from '../../ui/toast.ts'
import { useOrderChanges } from '../area/order-watch.ts'
import { sellerApi } from '../client/seller-api.ts'
import { sendChange } from '../drafts/send-change.ts'
import { toastFailure, toastUnread } from '../ui/toast-failure.ts'
import { mergedSlips, readSlips, slipsPerPage } from './slip-list.ts'

type Decision = { id: string; as: 'confirmed'; amount?: number } | { id: string; as: 'rejected'; reason: string }

/** Returns the slips of the shop, live, and the functions that decide them. */
export function useSlips() {
  const [slips, setSlips] = useState<readonly SellerSlip[]>()
  const [older, setOlder] = useState<string | null>()
  const [deciding, setDeciding] = useState<ReadonlySet<string>>(new Set())
  const [readingOlder, setReadingOlder] = useState(false)
  const read = useRead('slips', (signal) =>
    readSlips((query) => sellerApi.payment.slips(query, { signal }), slips ?? []),
  )
  const { data, changed } = read
  useOrderChanges(changed)

  useEffect(() => {
    if (!data) return
    setSlips((shown) => mergedSlips(shown ?? [], data.slips))
    setOlder((cursor) => (cursor === undefined ? data.nextCursor : cursor))
  }, [data])

  async function readOlder() {
    if (readingOlder || !older) return
    setReadingOlder(true)
    try {
      const reply = await sellerApi.payment.slips({ limit: String(slipsPerPage), cursor: older })
      if (!reply.success) return void toast.error(reply.message)
      setSlips((shown) => mergedSlips(shown ?? [], reply.slips))
      setOlder(reply.nextCursor)
    } catch (error) {
      toastUnread(error)
    } finally {
      setReadingOlder(false)
    }
  }

  /** Confirms or rejects a slip. Repeating either changes nothing. */
  async function decide(decision: Decision): Promise<void> {
    const { id, as } = decision
    if (deciding.has(id)) return
    setDeciding((before) => new Set(before).add(id))
    try {
      const reply = await sendChange(
        () =>
          as === 'confirmed'
            ? sellerApi.payment.confirm({ id, amount: decision.amount })
            : sellerApi.payment.reject({ id, reason: decision.reason }),
        async () => undefined,
      )
      if (reply.success) {
        toast.success(reply.message)
        const { status } = reply.order
        const reason = as === 'rejected' ? { reason: decision.reason } : {}
        setSlips((shown) =>
          shown?.map((slip) => (slip.id === id ? { ...slip, state: as, orderStatus: status, ...reason } : slip)),
        )
      } else toast.error(reply.message)
    } catch (error) {
      toastFailure(error)
    }
    changed()
    setDeciding((before) => new Set([...before].filter((each) => each !== id)))
  }

  /** Records that the money of an order without a slip is in the account. Repeating it changes nothing. */
  async function received(orderId: string): Promise<void> {
    try {
      const confirm = () => sellerApi.payment.confirm({ orderId })
      const reply = await sendChange(confirm, async () => undefined)
      if (reply.success) toast.success(reply.message)
      else toast.error(reply.message)
    } catch (error) {
      toastFailure(error)
    }
    changed()
  }

  return { ...read, received, slips, hasOlder: Boolean(older), readOlder, readingOlder, deciding, decide }
}
