import { ChevronDown } from '../../ui/icons.tsx'

type MoveButtonProps = { label: string; isUp?: boolean; disabled: boolean; onMove: () => void }

/** A button that moves an entry of a list up or down. While it can't, it keeps the focus. */
export function MoveButton({ label, isUp = false, disabled, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onMove()}
      className="grid size-11 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-30"
    >
      <ChevronDown className={`size-5 ${isUp ? 'rotate-180' : ''}`} aria-hidden />
    </button>
  )
}
