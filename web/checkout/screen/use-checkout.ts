import { useEffect, useEffectEvent } from 'react'
import { useCart } from '../../cart/cart.ts'
import { reloadShop } from '../../client/reload-shop.ts'
import { useSession } from '../../client/session.ts'
import { afterRefusal, isOver, type ShopperChoices } from '../placing/after-refusal.ts'
import { nextStepOf } from '../placing/next-step.ts'
import { endOrdering, useOrdering } from '../placing/ordering.ts'
import type { NotPlaced } from '../placing/ordering-state.ts'
import { usePromotionCode } from '../placing/promotion-code.ts'
import type { OrderInput } from './order-request.ts'
import { usePayment } from './payment-choice.tsx'
import { usePress } from './use-press.ts'
import type { ShopperAddresses } from './use-shopper-addresses.ts'

type CheckoutInput = OrderInput &
  ShopperAddresses & {
    /** Called if the shop answers that prices or stock differ from the shown ones. */
    onPricesChanged: () => void
  }

/** The next step of the cart's summary, the press of its button, and why the last order was refused. */
export function useCheckout(input: CheckoutInput) {
  const { totals, entered, deliveryWindow, needsWindow, soldOut, onPricesChanged, addresses, address } = input
  const session = useSession()
  const { user } = session
  const { payment } = usePayment(totals)
  const hasVisitorItems = useCart().visitorItems !== undefined
  const step = nextStepOf(session, addresses.data?.addresses.length, hasVisitorItems, needsWindow)
  const { press, busy } = usePress({ ...input, step, addresses, payment })
  const refusal = useRefusal(
    entered.code,
    { user, addressId: address?._id, windowId: deliveryWindow?.id, promisedAt: deliveryWindow?.to, payment },
    { onPricesChanged, onAddressChanged: addresses.reload },
  )
  return { step: soldOut ? ('sold out' as const) : step, busy, press, refusal }
}

/** Why the last order was refused, until the cart changes or the reason is solved. Reads again what has changed. */
function useRefusal(
  code: string | undefined,
  chosen: ShopperChoices,
  read: { onPricesChanged: () => void; onAddressChanged: () => void },
): NotPlaced | undefined {
  const { items } = useCart()
  const enteredCode = usePromotionCode()
  const ordering = useOrdering()
  const refused = ordering.status === 'refused' ? ordering.refusal : undefined
  const isAnswered = refused !== undefined && isOver(refused, { items, code, enteredCode }, chosen)
  useEffect(() => {
    if (isAnswered) endOrdering()
  }, [isAnswered])
  const reason = refused?.code
  useEffect(() => {
    if (reason !== 'offline') return
    window.addEventListener('online', endOrdering)
    return () => window.removeEventListener('online', endOrdering)
  }, [reason])
  const pricesChanged = useEffectEvent(read.onPricesChanged)
  const addressChanged = useEffectEvent(read.onAddressChanged)
  useEffect(() => {
    const { reads } = afterRefusal(refused?.code)
    if (reads === 'shop and cart') void reloadShop().then(() => pricesChanged())
    else if (reads === 'cart') pricesChanged()
    else if (reads === 'address') addressChanged()
  }, [refused])
  return isAnswered ? undefined : refused
}
