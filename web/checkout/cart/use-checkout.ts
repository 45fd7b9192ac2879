import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Address } from '../../../contract/entities/address.ts'
import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import type { Order } from '../../../contract/entities/order.ts'
import type { CartItems } from '../../../contract/entities/user.ts'
import { refusalMessage } from '../../../contract/messages/refusals.ts'
import { smallestOnlinePayment } from '../../../contract/payments/payment-minimum.ts'
import type { Totals } from '../../../contract/pricing/pricing.ts'
import { display } from '../../../contract/values/limits.ts'
import { cents } from '../../../contract/values/money.ts'
import { verifyCode } from '../../accounts/code-sent.ts'
import { sendVerifyCode } from '../../accounts/send-verify-code.ts'
import { shortAddress } from '../../addresses/address-lines.ts'
import { useCart } from '../../cart/cart.ts'
import { sameCart } from '../../cart/cart-items.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { useCheckoutChoice } from '../../cart/checkout-choice.ts'
import { deliverToAddress, useDestination } from '../../cart/destination.ts'
import { api } from '../../client/api.ts'
import { reloadShop } from '../../client/reload-shop.ts'
import { openLogin, refreshSession, useSession } from '../../client/session.ts'
import { useRead } from '../../client/use-read.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { toast } from '../../ui/toast.ts'
import { actionForUnpaid } from '../paying/unpaid-order.ts'
import { afterRefusal, isOver, type ShopperChoices } from '../placing/after-refusal.ts'
import { nextStepOf } from '../placing/next-step.ts'
import { endOrdering, placeOrder, useOrdering } from '../placing/ordering.ts'
import type { NotPlaced } from '../placing/ordering-state.ts'
import { pressCheckout } from '../placing/press-checkout.ts'
import { setPromotionCode } from '../placing/promotion-code.ts'
import { useOfferedPayments } from '../placing/shop-facts.ts'
import { removeLines } from './sold-out.ts'
import { focusVisitorItems } from './visitor-items.tsx'

type CheckoutInput = {
  items: CartItems
  /** Undefined while prices aren't certain: then no order is placed. */
  totals: Totals | undefined
  /** A promotion's code that counts for this cart. */
  code: string | undefined
  /** The code that was entered, whether it counts or not. */
  enteredCode: string | undefined
  /** A code that stands in its field and wasn't entered. */
  codeNotEntered: string | undefined
  /** The chosen delivery window. */
  deliveryWindow: OpenWindow | undefined
  /** Whether the cart shows delivery times. */
  hasTimes: boolean
  /** Whether the shop has delivery windows with capacity left, and none is chosen. */
  needsWindow: boolean
  /** An unpaid order. */
  unpaid: Order | undefined
  /** The lines, if all of them are sold out. */
  soldOut: readonly CartLine[] | undefined
  /** Called if the shop answers that prices or stock differ from the shown ones. */
  onPricesChanged: () => void
}

/** The state and actions of the cart's summary: choices, next step, and the press of its button. */
export function useCheckout(input: CheckoutInput) {
  const { items, totals, code, deliveryWindow, needsWindow, unpaid, soldOut } = input
  const session = useSession()
  const { user, status } = session
  const navigate = useNavigate()
  const choice = useCheckoutChoice()
  const offered = useOfferedPayments()
  const least = cents(smallestOnlinePayment(shop.currency.code))
  /** The smallest amount that can be paid online, if the cart costs less. */
  const onlineFrom = totals && totals.total < least ? least : undefined
  const isPossible = choice.payment !== 'Online' || onlineFrom === undefined
  const payment = isPossible && offered.payments.includes(choice.payment) ? choice.payment : 'COD'
  const ordering = useOrdering()
  /** Whether a press is being handled, by reading session and addresses. */
  const [handling, setHandling] = useState(false)

  const addresses = useRead(user?._id, (signal) => api.address.get({ userId: user?._id }, { signal }))
  const saved = addresses.data?.addresses
  const address = chosenOf(saved)
  const hasVisitorItems = useCart().visitorItems !== undefined
  const step = nextStepOf(session, saved?.length, hasVisitorItems, needsWindow)
  const destination = useDestination()
  // The order goes to the chosen address, so its fee is the one that counts here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place that was chosen meanwhile doesn't count either
  useEffect(() => {
    if (shop.hasZones && address) deliverToAddress(address, shortAddress(address))
  }, [address, destination])

  function chosenOf(list: readonly Address[] | undefined): Address | undefined {
    return list?.find(({ _id }) => _id === choice.addressId) ?? list?.[0]
  }

  const busy = handling || ordering.status === 'sending' || ordering.status === 'to pay' || ordering.status === 'placed'

  async function press() {
    if (busy || !totals) return
    if (soldOut) return removeLines(soldOut)
    if (step === 'place' && input.codeNotEntered !== undefined) {
      // It may change the sum, which the shopper sees before ordering.
      setPromotionCode(input.codeNotEntered)
      return toast.note(m.checkout_code_first({ code: input.codeNotEntered }))
    }
    setHandling(true)
    const { total } = totals
    try {
      await pressCheckout(
        { step, session, addresses: saved, hasVisitorItems, needsWindow },
        {
          refreshSession,
          readAddresses,
          wait: () => toast.error(addresses.failure ?? m.shell_unreachable()),
          login: () => openLogin('/cart', [messageOf('not_signed_in'), m.checkout_login_reason()]),
          verify: async () => {
            toast.note(messageOf('email_unverified'))
            // A new code would invalidate the one that was mailed.
            if (verifyCode.isStillValid() || (await sendVerifyCode())) navigate('/email-verify?next=cart')
          },
          address: () =>
            navigate('/add-address', {
              state: { reason: m.address_none_yet({ message: messageOf('address_missing') }) },
            }),
          visitorItems: focusVisitorItems,
          window: focusWindows,
          place: async (shopper, list) => {
            const to = chosenOf(list)
            if (!to) return
            const request = {
              userId: shopper._id,
              items,
              address: to._id,
              addressVersion: to.version,
              payment,
              total,
              code,
              window: deliveryWindow?.id ?? (input.hasTimes ? undefined : 'none'),
              by: deliveryWindow?.to,
            }
            await placeOrder(request, actionForUnpaid(unpaid, { ...request, address: to }))
          },
        },
      )
    } finally {
      setHandling(false)
    }
  }

  const refusal = useRefusal(
    { ...input, onAddressChanged: addresses.reload },
    { user, addressId: address?._id, windowId: deliveryWindow?.id, payment },
  )

  return {
    status,
    payment,
    offered,
    onlineFrom,
    addresses,
    address,
    step: soldOut ? ('soldOut' as const) : step,
    busy,
    slow: useSlow(busy),
    press,
    refusal,
    notPlaced: ordering.status === 'not placed' && sameCart(ordering.attempt.items, items),
  }
}

/** Why the last order was refused, until the cart changes or the reason is solved. Reads changed prices again. */
function useRefusal(
  { items, code, enteredCode, onPricesChanged, onAddressChanged }: CheckoutInput & { onAddressChanged: () => void },
  chosen: ShopperChoices,
): NotPlaced | undefined {
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
  const latest = useRef({ onPricesChanged, onAddressChanged })
  latest.current = { onPricesChanged, onAddressChanged }
  useEffect(() => {
    const { reads } = afterRefusal(refused?.code)
    if (reads === 'shop and cart') void reloadShop().then(() => latest.current.onPricesChanged())
    else if (reads === 'cart') latest.current.onPricesChanged()
    else if (reads === 'address') latest.current.onAddressChanged()
  }, [refused])
  return isAnswered ? undefined : refused
}

/** Moves the focus to the delivery windows. */
function focusWindows(): void {
  document.querySelector<HTMLInputElement>('input[name="window"]:enabled')?.focus()
}

async function readAddresses(userId: string): Promise<Address[] | undefined> {
  const reply = await api.address.get({ userId }).catch(() => undefined)
  return reply?.success ? reply.addresses : undefined
}

const messageOf = (code: Parameters<typeof refusalMessage>[0]) => refusalMessage(code, getLocale())

/** Returns whether something has been running long enough to show it. */
function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), display.slowMilliseconds)
    return () => clearTimeout(timer)
  }, [busy])
  return slow
}
