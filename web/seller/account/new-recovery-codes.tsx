import { useEffect, useRef, useState } from 'react'
import { m } from '../../messages/messages.ts'
import { LanguageGuard } from '../../page/language-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LeaveGuard, useLeaveWarning } from '../drafts/leave-guard.tsx'

type NewRecoveryCodesProps = { heading: 'h2' | 'h3'; codes: readonly string[]; onStored: () => void }

/** New recovery codes, on the screen itself until their owner says that they are stored: they can't be shown again. */
export function NewRecoveryCodes({ heading: Heading, codes, onStored }: NewRecoveryCodesProps) {
  const [copied, setCopied] = useState<'copied' | 'failed'>()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const notStored = useRef(true)
  useLeaveWarning(() => notStored.current)
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied('copied'),
      () => setCopied('failed'),
    )
  return (
    <Card className="p-4 sm:p-6">
      <LeaveGuard
        isUnsaved={() => notStored.current}
        onDiscard={() => {
          notStored.current = false
        }}
        texts={{
          title: m.staff_factor_leave_title(),
          text: m.staff_factor_leave_text(),
          stay: m.staff_factor_leave_stay(),
          leave: m.staff_factor_leave_do(),
        }}
      />
      <LanguageGuard isUnsaved={() => notStored.current} />
      <Heading ref={title} tabIndex={-1} className="mb-2 font-semibold text-lg outline-none">
        {m.staff_factor_recovery()}
      </Heading>
      <p>{m.staff_factor_recovery_keep()}</p>
      <ul className="my-4 grid max-w-md grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-x-6 gap-y-1 rounded-tile bg-sunken px-4 py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status" className="mb-3 text-muted text-sm empty:hidden">
        {copied === 'copied' && m.staff_factor_copied()}
        {copied === 'failed' && m.staff_factor_copy_failed()}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="soft" onClick={copy}>
          {m.staff_factor_copy()}
        </Button>
        <Button onClick={onStored}>{m.staff_factor_stored()}</Button>
      </div>
    </Card>
  )
}
