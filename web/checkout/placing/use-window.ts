import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import type { User } from '../../../contract/entities/user.ts'
import { chooseWindow, useCheckoutChoice } from '../../cart/checkout-choice.ts'
import { deliveryApi } from '../../client/delivery-api.ts'
import { asapId } from '../../orders/asap-window.ts'
import { makeStore } from '../../store.ts'
import { usualWindow, type WindowState, windowStateOf } from './window-state.ts'

type Windows = {
  /** Undefined until they are read. */
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
  /** The window that is held. */
  held: string | undefined
  /** Why the shop doesn't hold the chosen window, though it isn't full. */
  notHeld: string | undefined
  choose: (id: string) => void
}

/** Milliseconds between renewals of a hold while the page is used. */
const renewalTime = 120_000

/** Whether the chosen window was lost: then none is chosen until the shopper chooses. */
const lostWindow = makeStore(false)
/** The window that the shop holds for the shopper. */
const heldNow = makeStore<string | undefined>(undefined)

let ending: ReturnType<typeof setTimeout> | undefined

/** Shows a window as held until the shop stops holding it, also while the page isn't used. */
function keepFor(id: string, seconds: number): void {
  clearTimeout(ending)
  heldNow.set(id)
  ending = setTimeout(() => heldNow.set(undefined), seconds * 1000)
}

/** The delivery window of the next order. Holds the chosen one for verified shoppers. */
export function useWindow({ windows, zoneId, user, ofUnpaid, paused, reload }: Windows): ChosenWindow {
  const { window: chosen } = useCheckoutChoice()
  const isLost = lostWindow.use()
  const held = heldNow.use()
  const canHold = user?.isAccountVerified === true && windows !== undefined && chosen !== ofUnpaid && chosen !== asapId
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
    if (state.status === 'chosen') lostWindow.set(false)
    if (state.status === 'lost') {
      lostWindow.set(true)
      chooseWindow(undefined)
    } else if (state.status === 'none' && !isLost) chooseWindow(usualWindow(windows))
  }, [windows, state.status, isLost, paused])

  const hold = useEffectEvent(async (id: string) => {
    const reply = await deliveryApi.delivery.hold({ window: id, zone: zoneId }).catch(() => undefined)
    if (reply?.success) {
      setNotHeld(undefined)
      return keepFor(id, reply.seconds)
    }
    const isFull = reply?.code === 'window_full' || reply?.code === 'window_closed'
    if (!isFull && reply?.code !== 'hold_used_up') return
    heldNow.set(undefined)
    if (isFull) setRefused(id)
    else setNotHeld(reply.message)
    reloadWindows()
  })
  const reloadWindows = useEffectEvent(reload)
  const toHold = canHold && !paused && state.status === 'chosen' ? state.window.id : undefined
  useEffect(() => {
    if (toHold !== undefined) void hold(toHold)
  }, [toHold])

  // The hold becomes the order's.
  useEffect(() => {
    if (paused) heldNow.set(undefined)
  }, [paused])

  const used = useRef(0)
  useEffect(() => {
    const ended = new AbortController()
    const note = () => {
      used.current = Date.now()
    }
    for (const event of ['pointerdown', 'keydown', 'scroll']) window.addEventListener(event, note, ended)
    const renewal = setInterval(() => {
      if (toHold !== undefined && Date.now() - used.current < renewalTime) void hold(toHold)
    }, renewalTime)
    return () => {
      ended.abort()
      clearInterval(renewal)
    }
  }, [toHold])

  return {
    state: isLost && state.status === 'none' ? { status: 'lost' } : state,
    held,
    notHeld: toHold === undefined ? undefined : notHeld,
    choose: (id) => {
      lostWindow.set(false)
      setRefused(undefined)
      chooseWindow(id)
    },
  }
}
