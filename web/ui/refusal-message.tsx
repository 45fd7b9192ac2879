import { langOf } from '../messages/lang-of.ts'
import { getLocale } from '../messages/messages.ts'
import { englishLine } from './english-line.ts'

/**
 * A message of the server. A few refusals are Thai in every language: on English pages an English line is below them.
 */
export function RefusalMessage({ children }: { children: string }) {
  const line = getLocale() === 'en' ? englishLine(children) : undefined
  return (
    <>
      <span lang={langOf(children)}>{children}</span>
      {line && <span className="block font-normal">{line}</span>}
    </>
  )
}
