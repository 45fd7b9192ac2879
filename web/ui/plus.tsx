/** A plus as lucide draws it, without its detours: a list has one in each card. */
export function Plus() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      className="size-5 shrink-0"
      aria-hidden
    >
      <path d="M5 12h14M12 5v14" />
    </svg>
  )
}
