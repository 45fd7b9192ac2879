import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import type { User } from '../../../contract/entities/user.ts'
import type { DeliveryOptions } from '../../cart/delivery-options.ts'
import { asapId } from '../../orders/facts/asap-window.ts'

/**
 * How the chosen delivery window stands. `lost`: the one with this id has filled up or closed since it was chosen, or
 * the shop promises no time for as soon as possible any more.
 */
export type WindowState = { status: 'none' } | { status: 'chosen'; window: OpenWindow } | { status: 'lost'; id: string }

type WindowChoice = {
  windows: readonly OpenWindow[]
  /** The id of the chosen window. */
  chosen: string | undefined
  /** Windows whose capacity the shopper has, by a hold or an unpaid order that the next one replaces. */
  own: readonly (string | undefined)[]
  /** Whether the shop is asked to hold the chosen one: its reply decides whether it is full. */
  isHolding: boolean
}

/** Returns how the chosen window stands by the list that the shop has sent. */
export function windowStateOf({ windows, chosen, own, isHolding }: WindowChoice): WindowState {
  if (chosen === undefined) return { status: 'none' }
  const deliveryWindow = windows.find(({ id }) => id === chosen)
  if (!deliveryWindow) return { status: 'lost', id: chosen }
  const isOpen = deliveryWindow.left > 0 || own.includes(chosen) || isHolding
  return isOpen ? { status: 'chosen', window: deliveryWindow } : { status: 'lost', id: chosen }
}

/**
 * Returns what a cart begins with: as soon as possible, if the shop promises a time. Otherwise nothing: a window takes
 * capacity that others want, and may cost a fee, so the shopper chooses it. After a chosen window was lost, nothing
 * replaces it.
 */
export function usualWindow(windows: readonly OpenWindow[], lost?: string): string | undefined {
  if (lost !== undefined && lost !== asapId) return undefined
  return windows.find(({ id }) => id === asapId)?.id
}

/** The chosen window, and one that was lost since it was chosen: then none is chosen until the shopper chooses. */
type Choice = { chosen: string | undefined; lost: string | undefined }

/** Returns the choice that follows from how its window stands. */
export function followingChoice(
  { chosen, lost }: Choice,
  { state, windows }: { state: WindowState; windows: readonly OpenWindow[] },
): Choice {
  if (state.status === 'lost') return { chosen: undefined, lost: state.id }
  if (state.status === 'chosen') return { chosen, lost: undefined }
  return { chosen: usualWindow(windows, lost), lost }
}

type Holder = {
  user: Pick<User, 'isAccountVerified'> | null
  /** The windows of the address's zone; undefined until they are read. */
  windows: readonly OpenWindow[] | undefined
  chosen: string | undefined
  /** The window of an unpaid order that the next one replaces: its capacity is the shopper's already. */
  ofUnpaid: string | undefined
}

/** Returns whether the shop may be asked to hold what is chosen: a window, of a verified shopper. */
export const mayHold = ({ user, windows, chosen, ofUnpaid }: Holder): boolean =>
  user?.isAccountVerified === true && windows !== undefined && chosen !== ofUnpaid && chosen !== asapId

/** Returns the id of the window to hold. `paused`: an order is being placed. */
export const windowToHold = (
  state: WindowState,
  { canHold, paused }: { canHold: boolean; paused: boolean },
): string | undefined => (canHold && !paused && state.status === 'chosen' ? state.window.id : undefined)

/** Returns what is shown of the chosen window: also that it was lost, until the shopper chooses another. */
export const shownState = (state: WindowState, lost: string | undefined): WindowState =>
  lost !== undefined && state.status === 'none' ? { status: 'lost', id: lost } : state

/** Returns the windows to choose from; as soon as possible is the first, if the shop promises a time. */
export function windowsOf(options: Pick<DeliveryOptions, 'asap' | 'windows'> | undefined): OpenWindow[] | undefined {
  if (!options?.asap) return options?.windows
  const { promisedAt, minutes } = options.asap
  const from = new Date(Date.parse(promisedAt) - minutes * 60_000).toISOString()
  return [{ id: asapId, from, to: promisedAt, fee: 0, left: Number.POSITIVE_INFINITY }, ...options.windows]
}
