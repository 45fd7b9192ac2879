import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Opens as soon as it is mounted, for a menu that is loaded by the first press of its button. */
  defaultOpen?: boolean
}

const itemClasses =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-tile px-3 py-2 text-ink outline-none select-none data-highlighted:bg-leaf-soft data-highlighted:text-leaf-deep'

/**
 * A button with a menu of links and actions. Shoppers' screens load it when its button is first pressed (`lazyMenu`).
 */
export function Menu({ trigger, children, ...root }: MenuProps) {
  // By default the list is at the end of the body, outside of every landmark of the page; and at an absolute position,
  // which lies beside a phone's page once it is turned: the phone zooms out for it, and stays so.
  const container = useRef<HTMLSpanElement>(null)
  return (
    <Base.Root modal={false} {...root}>
      <Base.Trigger render={trigger} />
      <span ref={container} />
      <Base.Portal container={container}>
        <Base.Positioner positionMethod="fixed" sideOffset={8} align="end" className="z-50 outline-none">
          <Base.Popup className="min-w-56 max-w-[calc(100vw-2rem)] animate-[appear_120ms_ease-out] rounded-card border border-line bg-surface p-2 shadow-float outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** A link in a menu. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Base.Item render={<Link to={to} />} className={itemClasses}>
      {children}
    </Base.Item>
  )
}

/** An action in a menu. */
export function MenuAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Base.Item onClick={onClick} className={itemClasses}>
      {children}
    </Base.Item>
  )
}
