import { Dialog as Base } from '@base-ui/react/dialog'
import type { MouseEvent, ReactNode, RefObject } from 'react'
import { m } from '../messages/messages.ts'
import { useBackCloses } from './back-closes.ts'
import { X } from './icons.tsx'
import { UnbrokenWords } from './unbroken-words.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** In the middle, or a sheet along the end or the bottom of the screen. */
  position?: 'middle' | 'side' | 'bottom'
  /** The element that gets the focus when it opens; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** False if Back opened it. */
  backCloses?: boolean
  /** False for a form whose typed text a tap beside it would lose. */
  backdropCloses?: boolean
}

const positions = {
  middle:
    'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] -translate-1/2 rounded-card animate-[appear_160ms_ease-out]',
  side: 'inset-y-0 right-0 w-[min(22rem,calc(100vw-3rem))] rounded-s-card animate-[drawer-in_180ms_var(--ease-out)]',
  bottom:
    'inset-x-0 bottom-0 max-h-[calc(100dvh-3rem)] rounded-t-card pb-[calc(1rem+env(safe-area-inset-bottom))] animate-[toast-in_180ms_var(--ease-out)]',
}

/**
 * A modal dialog: keeps the focus inside, closes by Escape, Back, the backdrop or its button, and restores the focus.
 * The shopper's screens load it when it is first opened (`lazyDialog`), as none needs it for its first paint. Links in
 * it to other pages need `replace`.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  position = 'middle',
  initialFocus,
  backCloses = true,
  backdropCloses = true,
}: DialogProps) {
  const followLink = useBackCloses(open && backCloses, onClose)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={!backdropCloses}>
      <Base.Portal>
        {/* A dialog over another one dims it, too. */}
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-50 animate-[appear_160ms_ease-out] bg-[rgb(10_20_14/0.5)]"
        />
        <Base.Popup
          {...(initialFocus && { initialFocus })}
          onClickCapture={(event: MouseEvent) => {
            const inNewTab = event.metaKey || event.ctrlKey || event.shiftKey
            if (!inNewTab && (event.target as Element).closest('a')) followLink()
          }}
          className={`fixed z-50 overflow-y-auto overscroll-contain border border-line bg-surface p-5 text-ink shadow-float outline-none sm:p-6 ${positions[position]}`}
        >
          <div className="mb-4 flex items-start justify-between gap-3">
            <Base.Title className="pt-1.5 font-bold text-xl">
              <UnbrokenWords>{title}</UnbrokenWords>
            </Base.Title>
            <Base.Close
              aria-label={m.ui_close()}
              className="-me-2 grid size-11 shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink"
            >
              <X className="size-5" aria-hidden />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
