import { useEffect, useState } from 'react'
import { display } from '../../contract/limits.ts'
import { m } from '../messages/messages.ts'
import { makeStore } from '../store.ts'
import { CircleAlert, CircleCheck, Info, X } from './icons.tsx'
import { RefusalWords } from './refusal-words.tsx'

/*
 * The shop's short messages. Our own, because the policy of the pages lets no script add a style sheet, which the
 * ready-made toasters do.
 */

export type ToastAction = { label: string; onClick: () => void }
type ToastOptions = { action?: ToastAction }
type Shown = {
  id: number
  kind: 'success' | 'note' | 'error'
  text: string
  action: ToastAction | undefined
  /** How often it was said again while it was shown. */
  repeats: number
}

/** Milliseconds that a message with a button stays: long enough to reach it by keyboard. */
const withActionFor = 8000

const shown = makeStore<readonly Shown[]>([])
let nextId = 1

/**
 * Shows a message of the shop for its time; no more than twenty at once, the oldest make way. A message that is still
 * shown isn't added again: its time begins anew. Returns the function that takes it away earlier, for when what it says
 * no longer holds.
 */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  /** Neither done nor wrong: what comes next, and why. */
  note: (text: string) => show('note', text),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
}

function show(kind: Shown['kind'], text: string, options: ToastOptions = {}): () => void {
  const before = shown.get()
  const same = options.action
    ? undefined
    : before.find((each) => each.kind === kind && each.text === text && !each.action)
  const id = same?.id ?? nextId++
  const repeats = same ? same.repeats + 1 : 0
  const others = before.filter((each) => each.id !== id)
  shown.set([...others, { id, kind, text, action: options.action, repeats }].slice(-display.toastsVisible))
  return () => dismiss(id)
}

function dismiss(id: number): void {
  shown.set(shown.get().filter((each) => each.id !== id))
}

/** Milliseconds that a message stays in sight. */
const stayOf = {
  success: display.toastSuccessMilliseconds,
  note: display.toastErrorMilliseconds,
  error: display.toastErrorMilliseconds,
}

// While the pointer or the focus is on the messages no clock runs; each goes on with the rest of its time.
let held = false
const clocks = new Map<number, { left: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }>()

function run(id: number, left: number): void {
  clocks.set(id, { left, since: performance.now(), timer: held ? undefined : setTimeout(() => dismiss(id), left) })
}

function hold(next: boolean): void {
  if (next === held) return
  held = next
  for (const [id, { left, since, timer }] of clocks) {
    clearTimeout(timer)
    run(id, next ? left - (performance.now() - since) : left)
  }
}

let cards: HTMLElement | null = null
/** Where the mouse was last. */
let pointer = { clientX: 0, clientY: 0 }

function isPointedAt(): boolean {
  if (!cards || shown.get().length === 0) return false
  const { left, right, top, bottom } = cards.getBoundingClientRect()
  const { clientX: x, clientY: y } = pointer
  return x > left && x < right && y > top && y < bottom
}

const isAttended = () => isPointedAt() || !!cards?.contains(document.activeElement)

/**
 * The place of the messages; stands once in the page and stays at the bottom of the window, above the bars that stick
 * there, or at the top while the lower half of a phone is used. They lie on each other like cards, so that many hide no
 * more than one does, and spread out under the pointer or the focus. A press goes through them to what lies below, save on
 * their buttons.
 */
export function Toaster() {
  const toasts = shown.use()
  const [open, setOpen] = useState(false)
  useEffect(() => hold(open), [open])
  // A message that is dismissed under the pointer or the focus never tells that they left.
  useEffect(() => {
    if (toasts && !isAttended()) setOpen(false)
  }, [toasts])
  // Only a pointer that comes to the messages holds them: one that rests where they appear is busy with what is below.
  useEffect(() => {
    const moved = (event: PointerEvent) => {
      const was = isPointedAt()
      if (event.pointerType === 'mouse') pointer = event
      if (was !== isPointedAt()) setOpen(isAttended())
    }
    const clicked = ({ target }: Event) => {
      const pressed = target as Element
      if (cards?.contains(pressed)) return
      setOpen(false)
      // A message doesn't lie over what it speaks of, nor over what is asked there next.
      cards?.parentElement?.toggleAttribute('data-high', pressed.getBoundingClientRect().bottom > innerHeight / 2)
    }
    const ended = new AbortController()
    document.addEventListener('pointermove', moved, ended)
    // Before the page changes by it.
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
      <div
        ref={(element) => {
          cards = element
        }}
        data-open={open || undefined}
      >
        {toasts.map((each) => (
          <Message key={each.id} {...each} />
        ))}
      </div>
    </section>
  )
}

const icons = { success: CircleCheck, note: Info, error: CircleAlert }

function Message({ id, kind, text, action, repeats }: Shown) {
  const stay = action ? withActionFor : stayOf[kind]
  // biome-ignore lint/correctness/useExhaustiveDependencies: said again, its time begins anew
  useEffect(() => {
    run(id, stay)
    return () => {
      clearTimeout(clocks.get(id)?.timer)
      clocks.delete(id)
    }
  }, [id, stay, repeats])
  const Icon = icons[kind]
  return (
    <div
      className={`flex items-center gap-3 rounded-card py-1.5 ps-4 pe-1.5 shadow-float ${
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
        <RefusalWords>{text}</RefusalWords>
      </p>
      {action && (
        <button
          type="button"
          onClick={() => {
            dismiss(id)
            action.onClick()
          }}
          className={`pointer-events-auto min-h-11 shrink-0 rounded-full px-3 font-semibold underline-offset-4 hover:underline focus-visible:outline-current ${
            kind === 'error' ? 'underline' : 'text-mango'
          }`}
        >
          {action.label}
        </button>
      )}
      {/* What is gone in a moment by itself needs no button, which would take presses from what lies below. */}
      {(action || kind === 'error') && (
        <button
          type="button"
          onClick={() => dismiss(id)}
          aria-label={m.ui_close()}
          className="pointer-events-auto grid size-11 shrink-0 place-items-center rounded-full opacity-80 hover:opacity-100 focus-visible:outline-current"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  )
}
