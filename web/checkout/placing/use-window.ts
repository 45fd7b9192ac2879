import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import type { User } from '../../../contract/entities/user.ts'
import { chooseWindow, useCheckoutChoice } from '../../cart/checkout-choice.ts'
import { deliveryApi } from '../../client/delivery-api.ts'
import { makeStore } from '../../store.ts'
import { makeWindowHold } from './window-hold.ts'
import { followingChoice, mayHold, shownState, type WindowState, windowStateOf, windowToHold } from './window-state.ts'

export type WindowsToChoose = {
  /** The windows of the address's zone; undefined until they are read. */
  windows: readonly OpenWindow[] | undefined
  zoneId: string | null
  user: User | null
  /** The window of an unpaid order that the next one replaces. */
  ofUnpaid: string | undefined
  /** Whether an order is being placed: then nothing is chosen or held. */
  paused: boolean
  /** Reads the windows again. */
  reload: () => void
}

export type ChosenWindow = {
  state: WindowState
  /** The window that is held, and until when if that is less than the usual ten minutes. */
  held: string | undefined
  heldUntil: string | undefined
  /** Why the shop doesn't hold the chosen window, though it isn't full. */
  notHeld: string | undefined
  choose: (id: string) => void
}

/** Milliseconds between renewals of a hold while the page is used. */
const renewalTime = 120_000

/** The id of the chosen window that was lost: then none is chosen until the shopper chooses. */
const lostWindow = makeStore<string | undefined>(undefined)
const windowHold = makeWindowHold()

/** The delivery window of the next order. Holds the chosen one for verified shoppers. */
export function useWindow({ windows, zoneId, user, ofUnpaid, paused, reload }: WindowsToChoose): ChosenWindow {
  const { window: chosen } = useCheckoutChoice()
  const lost = lostWindow.use()
  const hold = windowHold.use()
  const held = hold?.id
  const canHold = mayHold({ user, windows, chosen, ofUnpaid })
  /** The window that the shop has refused to hold. */
  const [refused, setRefused] = useState<string>()
  const [notHeld, setNotHeld] = useState<string>()
  const state = windowStateOf({
    windows: windows ?? [],
    chosen,
    own: [held, ofUnpaid],
    isHolding: canHold && refused !== chosen && notHeld === undefined,
  })

  useEffect(() => {
    if (!windows || paused) return
    const next = followingChoice({ chosen, lost }, { state, windows })
    lostWindow.set(next.lost)
    chooseWindow(next.chosen)
  })

  const requestHold = useEffectEvent(async (id: string) => {
    const reply = await windowHold.request(id, () => deliveryApi.delivery.hold({ window: id, zone: zoneId }))
    if (!reply) return
    if (reply.success) return setNotHeld(undefined)
    if (reply.code === 'hold_used_up') setNotHeld(reply.message)
    else setRefused(id)
    reloadWindows()
  })
  const reloadWindows = useEffectEvent(reload)
  const toHold = windowToHold(state, { canHold, paused })
  useEffect(() => {
    if (toHold !== undefined) void requestHold(toHold)
  }, [toHold])

  // The hold becomes the order's.
  useEffect(() => {
    if (paused) windowHold.end()
  }, [paused])

  const used = useRef(0)
  useEffect(() => {
    const ended = new AbortController()
    const note = () => {
      used.current = Date.now()
    }
    for (const event of ['pointerdown', 'keydown', 'scroll'])
      window.addEventListener(event, note, { signal: ended.signal })
    const renewal = setInterval(() => {
      if (toHold !== undefined && Math.abs(Date.now() - used.current) < renewalTime) void requestHold(toHold)
    }, renewalTime)
    return () => {
      ended.abort()
      clearInterval(renewal)
    }
  }, [toHold])

  return {
    state: shownState(state, lost),
    held,
    heldUntil: hold?.until,
    notHeld: toHold === undefined ? undefined : notHeld,
    choose: (id) => {
      lostWindow.set(undefined)
      setRefused(undefined)
      chooseWindow(id)
    },
  }
}
