import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { display } from '../../contract/values/limits.ts'
import { m } from '../messages/messages.ts'
import { CircleAlert, CircleCheck, Info, X } from './icons.tsx'
import { RefusalMessage } from './refusal-message.tsx'
import { dismissToast, type ShownToast, shownToasts } from './toast.ts'
import { makeTimers } from './toast-timers.ts'

/** Milliseconds for which a message with a button is shown: long enough to reach it by keyboard. */
const withActionFor = 8000

/** Pixels that a message of two lines needs: at the bottom of a phone, with the bars there, and above an article. */
const lowRoom = 200
const highRoom = 88
/** Pixels between the top of the window and a message above an article that reaches up to it. */
const highMargin = 8

/** Milliseconds for which a message is shown. */
const stayOf = {
  success: display.toastSuccessMilliseconds,
  note: display.toastErrorMilliseconds,
  error: display.toastErrorMilliseconds,
}

const timers = makeTimers(dismissToast)

type Position = { clientX: number; clientY: number }

function isPointedAt(cards: HTMLElement | null, { clientX: x, clientY: y }: Position): boolean {
  if (!cards || shownToasts.get().length === 0) return false
  const { left, right, top, bottom } = cards.getBoundingClientRect()
  return x > left && x < right && y > top && y < bottom
}

const isAttended = (cards: HTMLElement | null, pointer: Position) =>
  isPointedAt(cards, pointer) || !!cards?.contains(document.activeElement)

/**
 * The messages. They are at the bottom of the window, above sticky bars, or at the top while the lower half of a phone
 * is used, but beside the article with the pressed element, such as an order's card. They are stacked, so that many
 * cover no more than one, and spread out on hover or focus. Presses go through them to the page below, except on their
 * buttons.
 */
export function ToastList({ toasts }: { toasts: readonly ShownToast[] }) {
  const [open, setOpen] = useState(false)
  const cards = useRef<HTMLDivElement>(null)
  /** The last position of the mouse. */
  const pointer = useRef<Position>({ clientX: 0, clientY: 0 })
  useEffect(() => timers.setPaused(open), [open])
  // The pressed element is gone with its screen; at the top, messages would cover the heading of the next one.
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each screen
  useLayoutEffect(() => void cards.current?.parentElement?.removeAttribute('data-high'), [pathname])
  // If a message is removed under the pointer or the focus, there is no leave or blur event.
  useEffect(() => {
    if (toasts && !isAttended(cards.current, pointer.current)) setOpen(false)
  }, [toasts])
  // Only a pointer that moves onto the messages pauses them, not one that is where they appear.
  useEffect(() => {
    const moved = (event: PointerEvent) => {
      const was = isPointedAt(cards.current, pointer.current)
      if (event.pointerType === 'mouse') pointer.current = event
      if (was !== isPointedAt(cards.current, pointer.current)) setOpen(isAttended(cards.current, pointer.current))
    }
    const clicked = ({ target }: Event) => {
      const pressed = target as Element
      if (cards.current?.contains(pressed)) return
      setOpen(false)
      const list = cards.current?.parentElement
      // A message must not cover the pressed element, a dialog that opens there, or its own article.
      const article = pressed.closest('article')?.getBoundingClientRect()
      const isLow = pressed.getBoundingClientRect().bottom > innerHeight / 2
      const isClear = article !== undefined && article.bottom < innerHeight - lowRoom
      list?.toggleAttribute('data-high', isLow && !isClear)
      if (article) list?.style.setProperty('--toasts-above', `${Math.max(article.top - highRoom, highMargin)}px`)
      else list?.style.removeProperty('--toasts-above')
    }
    const ended = new AbortController()
    document.addEventListener('pointermove', moved, { signal: ended.signal })
    // Captured, so that positions are read before the press changes the page.
    document.addEventListener('click', clicked, { capture: true, signal: ended.signal })
    return () => ended.abort()
  }, [])
  return (
    <section
      aria-label={m.ui_notifications()}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      className="toasts"
    >
      <div ref={cards} data-open={open || undefined}>
        {toasts.map((each) => (
          <Message key={each.id} {...each} />
        ))}
      </div>
    </section>
  )
}

const icons = { success: CircleCheck, note: Info, error: CircleAlert }

function Message({ id, kind, text, action, repeats }: ShownToast) {
  const stay = action ? withActionFor : stayOf[kind]
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated message restarts its time
  useEffect(() => {
    timers.start(id, stay)
    return () => timers.cancel(id)
  }, [id, stay, repeats])
  const Icon = icons[kind]
  return (
    <div
      // On a phone the buttons are below a text that has little room beside them.
      className={`flex items-center gap-3 rounded-card py-1.5 ps-4 pe-1.5 shadow-float ${
        action ? `flex-wrap justify-end ${kind === 'error' ? '[&>p]:basis-5/6' : '[&>p]:basis-32'}` : ''
      } ${
        kind !== 'error'
          ? 'bg-forest text-on-forest ring-1 ring-[rgb(255_255_255/0.12)]'
          : 'bg-tomato-soft text-tomato ring-1 ring-tomato'
      }`}
    >
      <Icon className="size-5 shrink-0" aria-hidden />
      <p
        role={kind === 'error' ? 'alert' : 'status'}
        className="min-h-11 min-w-0 grow content-center py-1.5 font-medium leading-snug"
      >
        <RefusalMessage>{text}</RefusalMessage>
      </p>
      {/* Messages that disappear soon need no button, which would take presses from the page below. */}
      {(action || kind === 'error') && (
        <div className="flex shrink-0 items-center gap-3">
          {action && (
            <button
              type="button"
              onClick={() => {
                dismissToast(id)
                action.onClick()
              }}
              className={`pointer-events-auto min-h-11 shrink-0 rounded-full px-3 font-semibold underline-offset-4 hover:underline focus-visible:outline-current ${
                kind === 'error' ? 'underline' : 'text-mango'
              }`}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            onClick={() => dismissToast(id)}
            aria-label={m.ui_close()}
            className="pointer-events-auto grid size-11 shrink-0 place-items-center rounded-full opacity-80 hover:opacity-100 focus-visible:outline-current"
          >
            <X className="size-4" aria-hidden />
          </button>
        </div>
      )}
    </div>
  )
}
