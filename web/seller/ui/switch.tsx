/** A switch that applies at once. The label names the product; the switch announces its state itself. */
export function Switch({ label, on, onSwitch }: { label: string; on: boolean; onSwitch: (on: boolean) => void }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      onClick={() => onSwitch(!on)}
      className="group grid h-11 w-13 shrink-0 place-items-center rounded-full"
    >
      <span className="flex h-7 w-12 items-center rounded-full border border-edge bg-sunken p-0.5 transition-colors group-aria-checked:border-leaf group-aria-checked:bg-leaf forced-colors:group-aria-checked:bg-[Highlight]">
        <span className="size-5.5 rounded-full bg-edge transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-on-leaf forced-colors:bg-[ButtonText] forced-colors:group-aria-checked:bg-[HighlightText]" />
      </span>
    </button>
  )
}
