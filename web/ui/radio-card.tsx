import type { ComponentProps, ReactNode } from 'react'

type RadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: ReactNode
  detail?: ReactNode
  /** A picture or icon at the end. */
  end?: ReactNode
  /** Buttons and links of this choice, below it. */
  actions?: ReactNode
}

/** A choice of a group as a card: the whole card is the label of a native radio button. */
export function RadioCard({ label, detail, end, actions, ...input }: RadioCardProps) {
  return (
    <div className="flex flex-col rounded-tile border border-edge bg-surface transition-colors hover:border-leaf has-checked:border-leaf has-checked:bg-leaf-soft has-checked:ring-1 has-checked:ring-leaf has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-leaf has-[input:focus-visible]:outline-offset-2 has-[input:disabled]:opacity-60 forced-colors:has-checked:border-[Highlight] forced-colors:has-checked:outline">
      <label className="relative flex min-h-13 grow items-center gap-3.5 px-4 py-3 max-[16rem]:gap-2 max-[16rem]:px-2">
        <input
          {...input}
          type="radio"
          className="grid size-5 shrink-0 appearance-none place-items-center rounded-full border-2 border-edge bg-surface outline-none before:size-2.5 before:scale-0 before:rounded-full before:bg-leaf before:transition-transform checked:border-leaf checked:before:scale-100 forced-colors:appearance-auto forced-colors:before:content-none"
        />
        <span className="grid min-w-0 grow">
          <span className="wrap-anywhere font-medium">{label}</span>
          {detail && <span className="wrap-anywhere text-muted text-sm">{detail}</span>}
        </span>
        <span className="max-[16rem]:hidden">{end}</span>
      </label>
      {actions}
    </div>
  )
}
