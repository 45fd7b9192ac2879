/** Shows the shop's message while its mail is delayed; renders nothing otherwise. */
export function CodeDelay({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p role="status" className="rounded-tile bg-mango-soft px-4 py-3 font-medium">
      {children}
    </p>
  )
}
