import { Switch } from '../ui/switch.tsx'

type SwitchRowProps = {
  label: string
  hint?: string
  error?: string
  on: boolean
  onSwitch: (on: boolean) => void
}

/** A switch of a form, with its label and hint: pressing them switches it, too. */
export function SwitchRow({ label, hint, error, on, onSwitch }: SwitchRowProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is its control
    <label className="flex items-center justify-between gap-4 rounded-tile bg-sunken py-1 ps-4 pe-2">
      <span className="min-w-0 py-1">
        <span className="block font-medium">{label}</span>
        {hint && <span className="block text-muted text-sm">{hint}</span>}
        {error && <span className="block font-medium text-sm text-tomato">{error}</span>}
      </span>
      <Switch label={label} on={on} onSwitch={onSwitch} />
    </label>
  )
}
