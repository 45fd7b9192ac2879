/** Stands where a code is asked for while the shop's mail is delayed, in the shop's words; nothing while it isn't. */
export function CodeDelay({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p role="status" className="rounded-tile bg-mango-soft px-4 py-3 font-medium">
      {children}
    </p>
  )
}
