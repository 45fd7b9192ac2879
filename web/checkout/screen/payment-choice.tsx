import { smallestOnlinePayment } from '../../../contract/payments/payment-minimum.ts'
import { inCoins, smallestCoin } from '../../../contract/pricing/cash-coins.ts'
import type { Totals } from '../../../contract/pricing/pricing.ts'
import { cents } from '../../../contract/values/money.ts'
import { choosePayment, useCheckoutChoice } from '../../cart/checkout-choice.ts'
import { m } from '../../messages/messages.ts'
import { paymentTypeName } from '../../messages/payment-type-name.ts'
import { CreditCard, QrCodeIcon } from '../../orders/screen/payment-icons.tsx'
import { shop } from '../../shop.ts'
import { Banknote } from '../../ui/icons.tsx'
import { formatCents } from '../../ui/price.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useOfferedPayments } from '../placing/shop-facts.ts'

/** Returns how a cart is paid: as the shopper has chosen, if that is possible for its total and in this shop. */
export function usePayment(totals: Totals | undefined) {
  const choice = useCheckoutChoice()
  const offered = useOfferedPayments()
  const least = cents(smallestOnlinePayment(shop.currency.code))
  /** The smallest amount that can be paid online, if the cart costs less. */
  const onlineFrom = totals && totals.total < least ? least : undefined
  const isPossible = choice.payment !== 'Online' || onlineFrom === undefined
  const payment = isPossible && offered.payments.includes(choice.payment) ? choice.payment : 'COD'
  /** What is to be paid in cash, if it is paid in cash. */
  const inCash =
    totals && payment === 'COD' ? cents(inCoins(totals.total, smallestCoin(shop.currency.code))) : undefined
  return { payment, offered, onlineFrom, inCash }
}

/** The choice of cash, PromptPay or an online payment. */
export function PaymentChoice({ totals }: { totals: Totals | undefined }) {
  const { payment, offered, onlineFrom } = usePayment(totals)
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="sr-only">{m.cart_payment_label()}</legend>
      <RadioCard
        name="payment"
        checked={payment === 'COD'}
        onChange={() => choosePayment('COD')}
        label={paymentTypeName('COD')}
        end={<Banknote className="size-5 text-muted" aria-hidden />}
      />
      {offered.payments.includes('PromptPay') && (
        <RadioCard
          name="payment"
          checked={payment === 'PromptPay'}
          onChange={() => choosePayment('PromptPay')}
          label={paymentTypeName('PromptPay')}
          detail={m.checkout_pay_promptpay_how()}
          end={<QrCodeIcon className="size-5 text-muted" aria-hidden />}
        />
      )}
      {offered.promptPayUnknown && <Skeleton className="h-19 w-full rounded-tile" />}
      {offered.payments.includes('Online') && (
        <RadioCard
          name="payment"
          checked={payment === 'Online'}
          onChange={() => choosePayment('Online')}
          disabled={onlineFrom !== undefined}
          label={paymentTypeName('Online')}
          detail={onlineFrom !== undefined && m.checkout_pay_online_from({ amount: formatCents(onlineFrom) })}
          end={<CreditCard className="size-5 text-muted" aria-hidden />}
        />
      )}
    </fieldset>
  )
}
