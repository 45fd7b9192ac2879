import { X } from '../../ui/icons.tsx'

type RemoveButtonProps = { label: string; onRemove: () => void; className?: string }

/** A round button that removes a row of a form. */
export function RemoveButton({ label, onRemove, className = '' }: RemoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onRemove}
      className={`grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink ${className}`}
    >
      <X className="size-5" aria-hidden />
    </button>
  )
}
