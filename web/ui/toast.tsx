import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { display } from '../../contract/limits.ts'
import { makeStore } from '../make-store.ts'
import { languageOf } from '../messages/language-of.ts'
import { m } from '../messages/messages.ts'

/*
 * The shop's short messages. Our own, because the policy of the pages lets no script add a style sheet, which the
 * ready-made toasters do.
 */

export type ToastAction = { label: string; onClick: () => void }
type ToastOptions = { action?: ToastAction }
type Shown = { id: number; kind: 'success' | 'error'; text: string; action: ToastAction | undefined }

/** Milliseconds that a message with a button stays: long enough to reach it by keyboard. */
const withActionFor = 8000

const shown = makeStore<readonly Shown[]>([])
let nextId = 1

/**
 * Shows a message of the shop for its time; no more than twenty at once, the oldest make way. Gives the function that
 * takes it away earlier, for when what it says no longer holds.
 */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
}

function show(kind: Shown['kind'], text: string, options: ToastOptions = {}): () => void {
  const id = nextId++
  shown.set([...shown.get(), { id, kind, text, action: options.action }].slice(-display.toastsVisible))
  return () => dismiss(id)
}

function dismiss(id: number): void {
  shown.set(shown.get().filter((each) => each.id !== id))
}

/** Milliseconds that a message stays in sight. */
function stayOf({ kind, action }: Shown): number {
  if (action) return withActionFor
  return kind === 'success' ? display.toastSuccessMilliseconds : display.toastErrorMilliseconds
}

// While the pointer or the focus is on the messages no clock runs; each goes on with the rest of its time.
let held = false
const clocks = new Map<number, { left: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }>()

function run(id: number, left: number): void {
  clocks.set(id, { left, since: performance.now(), timer: held ? undefined : setTimeout(() => dismiss(id), left) })
}

function hold(): void {
  if (held) return
  held = true
  for (const [id, { left, since, timer }] of clocks) {
    clearTimeout(timer)
    clocks.set(id, { left: left - (performance.now() - since), since, timer: undefined })
  }
}

function release(): void {
  if (!held) return
  held = false
  for (const [id, { left }] of clocks) run(id, Math.max(left, 0))
}

/**
 * The place of the messages; stands once in the page, after the header, below which it stays. They lie on each other
 * like cards, so that many hide no more than one does, and spread out under the pointer or the focus. A press goes
 * through them to what lies below, save on their buttons.
 */
export function Toaster() {
  const toasts = shown.use()
  const [open, setOpen] = useState(false)
  const cards = useRef<HTMLDivElement>(null)
  const pointer = useRef<Point>({ clientX: -1, clientY: -1 })
  useEffect(() => (open ? hold() : release()), [open])
  // A message that is dismissed under the pointer or the focus never tells that they left.
  useEffect(() => {
    if (
      toasts.length === 0 ||
      !(isOn(cards.current, pointer.current) || cards.current?.contains(document.activeElement))
    )
      setOpen(false)
  }, [toasts])
  // Only a pointer that comes to the messages holds them: one that rests where they appear is busy with what is below.
  useEffect(() => {
    const moved = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      const was = pointer.current
      pointer.current = event
      if (shown.get().length === 0 || cards.current?.contains(document.activeElement)) return
      const is = isOn(cards.current, event)
      if (is !== isOn(cards.current, was)) setOpen(is)
    }
    const pressed = ({ target }: PointerEvent) => {
      if (!cards.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointermove', moved, { passive: true })
    document.addEventListener('pointerdown', pressed, { passive: true })
    return () => {
      document.removeEventListener('pointermove', moved)
      document.removeEventListener('pointerdown', pressed)
    }
  }, [])
  return (
    <section
      aria-label={m.ui_notifications()}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      className="pointer-events-none sticky top-15 z-60 h-0 md:top-18 [[role=status]:not(:empty)+&]:top-40 md:[[role=status]:not(:empty)+&]:top-32"
    >
      <div
        ref={cards}
        className={`absolute inset-x-0 top-2 mx-auto w-full max-w-md px-4 md:right-4 md:left-auto md:mx-0 ${
          open ? 'flex max-h-[70dvh] flex-col gap-2 overflow-y-auto py-1' : 'grid items-start'
        }`}
      >
        {toasts.map((each, index) => (
          <Message key={each.id} toast={each} depth={open ? 0 : toasts.length - 1 - index} open={open} />
        ))}
      </div>
    </section>
  )
}

type Point = { clientX: number; clientY: number }

function isOn(element: HTMLElement | null, { clientX: x, clientY: y }: Point): boolean {
  const box = element?.getBoundingClientRect()
  return box !== undefined && x > box.left && x < box.right && y > box.top && y < box.bottom
}

type MessageProps = {
  toast: Shown
  /** How many newer ones lie on it. */
  depth: number
  open: boolean
}

function Message({ toast: each, depth, open }: MessageProps) {
  const { id, kind, text, action } = each
  const stay = stayOf(each)
  useEffect(() => {
    run(id, stay)
    return () => {
      clearTimeout(clocks.get(id)?.timer)
      clocks.delete(id)
    }
  }, [id, stay])
  const Icon = kind === 'success' ? CircleCheck : CircleAlert
  return (
    <div
      style={{
        zIndex: display.toastsVisible - depth,
        ...(depth > 0 && {
          transform: `translateY(${Math.min(depth, 3) * 0.4}rem) scale(${1 - Math.min(depth, 3) * 0.04})`,
        }),
      }}
      className={`flex shrink-0 animate-[toast-in_180ms_var(--ease-out)] transition-transform ${open ? '' : 'col-start-1 row-start-1'} items-center gap-3 rounded-card py-1.5 ps-4 pe-1.5 shadow-float ${
        kind === 'success'
          ? 'bg-forest text-on-forest ring-1 ring-[rgb(255_255_255/0.12)]'
          : 'bg-tomato-soft text-tomato ring-1 ring-tomato'
      }`}
    >
      <Icon className="size-5 shrink-0" aria-hidden />
      <p
        role={kind === 'success' ? 'status' : 'alert'}
        lang={languageOf(text)}
        className="min-h-11 min-w-0 grow content-center py-1.5 font-medium leading-snug"
      >
        {text}
      </p>
      {action && (
        <button
          type="button"
          onClick={() => {
            dismiss(id)
            action.onClick()
          }}
          className="pointer-events-auto min-h-11 shrink-0 rounded-full px-3 font-semibold text-mango underline-offset-4 hover:underline focus-visible:outline-current"
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
