import { Switch } from '../ui/switch.tsx'

type SwitchRowProps = { label: string; hint?: string; on: boolean; onSwitch: (on: boolean) => void }

/** A switch with its label and hint, for settings that are saved with their form. */
export function SwitchRow({ label, hint, on, onSwitch }: SwitchRowProps) {
  return (
    <div className="flex items-center justify-between gap-4 rounded-tile bg-sunken py-2 ps-4 pe-2">
      <div className="min-w-0">
        <p className="font-medium">{label}</p>
        {hint && <p className="text-muted text-sm">{hint}</p>}
      </div>
      <Switch label={label} on={on} onSwitch={onSwitch} />
    </div>
  )
}
