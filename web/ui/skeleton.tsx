/** A grey placeholder for content that is loading. Its size is set by class. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={`block animate-[breathe_1.6s_ease-in-out_infinite] rounded-tile bg-line motion-reduce:animate-none ${className}`}
    />
  )
}
