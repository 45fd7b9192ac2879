import type { Address } from '../../../contract/entities/address.ts'
import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import { localityLine } from '../../addresses/address-lines.ts'
import { removeLine, setQuantities } from '../../cart/cart.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { choosePayment, chooseWindow } from '../../cart/checkout-choice.ts'
import { formatWindow } from '../../messages/format-window.ts'
import { m } from '../../messages/messages.ts'
import { sizedName } from '../../product/sized-name.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { RefusalMessage } from '../../ui/refusal-message.tsx'
import { toast } from '../../ui/toast.ts'
import { afterRefusal } from './after-refusal.ts'
import type { NotPlaced } from './ordering-state.ts'
import { setPromotionCode } from './promotion-code.ts'

/*
 * Messages for a refused order, with what the shopper can do.
 */

type RefusalNoteProps = {
  refusal: NotPlaced
  lines: readonly CartLine[]
  /** The address that is chosen. */
  address: Address | undefined
  /** Runs a solution; the button that was pressed for it disappears with the message. */
  solve: (solution: () => void) => void
}

/** Says why nothing was ordered, names what changed, and offers a solution. */
export function RefusalNote({ refusal: { code, message, windows }, lines, address, solve }: RefusalNoteProps) {
  const { reads, remedy, solvedBy } = afterRefusal(code)
  const short = reads ? lines.filter(({ available, quantity }) => available < quantity) : []
  const dearer = reads ? lines.filter(({ was }) => was !== undefined) : []
  const changed = [...new Set([...short, ...dearer])].map(({ product }) => sizedName(product))
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-tile bg-tomato-soft px-4 py-2 text-tomato"
    >
      <div className="min-w-0 py-1.5 font-medium">
        <p>
          <RefusalMessage>{message}</RefusalMessage>
        </p>
        {code === 'address_changed' && address && (
          <p className="wrap-anywhere text-ink text-sm">
            {address.street}, {localityLine(address)}
          </p>
        )}
        {solvedBy === 'window' && <p className="text-ink text-sm">{m.checkout_cart_stays()}</p>}
        {changed.length > 1 && <p className="text-ink text-sm">{m.checkout_changed({ names: changed.join(', ') })}</p>}
      </div>
      {windows && windows.length > 0 ? (
        <OtherWindows windows={windows} solve={solve} />
      ) : (
        <Remedy remedy={remedy} short={short} solve={solve} />
      )}
    </div>
  )
}

const remedyClasses = 'inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4'

type OtherWindowsProps = { windows: readonly OpenWindow[]; solve: (solution: () => void) => void }

/** The next delivery windows with capacity left. */
function OtherWindows({ windows, solve }: OtherWindowsProps) {
  return (
    <ul className="grid w-full">
      {windows.map((each) => (
        <li key={each.id}>
          <button type="button" onClick={() => solve(() => chooseWindow(each.id))} className={remedyClasses}>
            {m.windows_instead({ time: formatWindow(each) })}
          </button>
        </li>
      ))}
    </ul>
  )
}

type RemedyProps = {
  remedy: ReturnType<typeof afterRefusal>['remedy']
  short: readonly CartLine[]
  solve: (solution: () => void) => void
}

function Remedy({ remedy, short, solve }: RemedyProps) {
  if (remedy === 'pay in cash')
    return (
      <button type="button" onClick={() => solve(() => choosePayment('COD'))} className={remedyClasses}>
        {m.checkout_pay_in_cash()}
      </button>
    )
  if (remedy === 'see orders')
    return (
      <ButtonLink variant="ghost" to="/my-orders">
        {m.orders_title()}
      </ButtonLink>
    )
  if (remedy === 'without code')
    return (
      <button type="button" onClick={() => solve(() => setPromotionCode(undefined))} className={remedyClasses}>
        {m.checkout_without_code()}
      </button>
    )
  const [first] = short
  if (!first) return null
  const { product, available } = first
  const less = () => {
    if (short.length === 1 && available === 0) return removeLine(product._id)
    setQuantities(Object.fromEntries(short.map((line) => [line.product._id, line.available])))
    if (short.length > 1) toast.success(m.checkout_kept_the_rest())
  }
  return (
    <button type="button" onClick={() => solve(less)} className={remedyClasses}>
      {short.length > 1
        ? m.checkout_keep_the_rest()
        : available > 0
          ? m.cart_set_to({ left: available })
          : m.cart_fix_remove()}
    </button>
  )
}
