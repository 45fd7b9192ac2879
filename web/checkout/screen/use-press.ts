import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Address } from '../../../contract/entities/address.ts'
import { refusalMessage } from '../../../contract/messages/refusals.ts'
import type { PaymentType } from '../../../contract/payments/payment-methods.ts'
import { verifyCode } from '../../accounts/code-sent.ts'
import { sendVerifyCode } from '../../accounts/send-verify-code.ts'
import { useCart } from '../../cart/cart.ts'
import { useCheckoutChoice } from '../../cart/checkout-choice.ts'
import { api } from '../../client/api.ts'
import { openLogin, refreshSession, useSession } from '../../client/session.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { toast } from '../../ui/toast.ts'
import { actionForUnpaid } from '../paying/unpaid-order.ts'
import type { NextStep } from '../placing/next-step.ts'
import { placeOrder, useOrdering } from '../placing/ordering.ts'
import { codeNotEntered, setPromotionCode, useCodeText, usePromotionCode } from '../placing/promotion-code.ts'
import { type OrderInput, orderRequest } from './order-request.ts'
import { pressCheckout, pressOf } from './press-checkout.ts'
import { removeLines } from './sold-out.ts'
import { chosenAddress, type ShopperAddresses } from './use-shopper-addresses.ts'
import { focusVisitorItems } from './visitor-items.tsx'

type PressInput = OrderInput &
  Pick<ShopperAddresses, 'addresses'> & {
    step: NextStep
    payment: PaymentType
  }

/** Returns what the press of the cart's button does, and whether one is being handled or has placed an order. */
export function usePress(input: PressInput) {
  const { totals, entered, deliveryWindow, hasTimes, needsWindow, unpaid, soldOut } = input
  const { step, addresses, payment } = input
  const navigate = useNavigate()
  const session = useSession()
  const { items, visitorItems } = useCart()
  const { addressId } = useCheckoutChoice()
  const waitingCode = codeNotEntered(useCodeText(), usePromotionCode())
  const { status } = useOrdering()
  /** Whether a press is being handled, by reading session and addresses. */
  const [handling, setHandling] = useState(false)
  const busy = handling || status === 'sending' || status === 'to pay' || status === 'placed'

  async function press() {
    const pressed = pressOf({ busy, totals, soldOut, step, waitingCode })
    if (pressed.kind === 'nothing') return
    if (pressed.kind === 'remove') return removeLines(pressed.lines)
    if (pressed.kind === 'enter code') {
      setPromotionCode(pressed.code)
      return toast.note(m.checkout_code_first({ code: pressed.code }))
    }
    setHandling(true)
    const { total } = pressed.totals
    try {
      await pressCheckout(
        {
          step,
          session,
          addresses: addresses.data?.addresses,
          hasVisitorItems: visitorItems !== undefined,
          needsWindow,
        },
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
          'visitor items': focusVisitorItems,
          window: focusWindows,
          place: async (shopper, list) => {
            const to = chosenAddress(list, addressId)
            if (!to) return
            const userId = shopper._id
            const request = orderRequest({ userId, items, to, payment, total, ...entered, deliveryWindow, hasTimes })
            await placeOrder(request, actionForUnpaid(unpaid, { ...request, address: to }))
          },
        },
      )
    } finally {
      setHandling(false)
    }
  }

  return { press, busy }
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
