/** A progress bar, from 0 to 1, with its text beneath. */
export function ProgressBar({ done, text }: { done: number; text: string }) {
  const percent = Math.floor(done * 100)
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label={text}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-leaf-soft"
      >
        <span
          className="block h-full rounded-full bg-leaf transition-[width] duration-300"
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="figures text-muted text-sm">{text}</p>
    </div>
  )
}
