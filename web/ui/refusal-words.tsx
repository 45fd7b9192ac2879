import { languageOf } from '../messages/language-of.ts'
import { getLocale } from '../messages/messages.ts'
import { englishLine } from './english-line.ts'

/**
 * What the shop said, as it came. A few of its refusals are Thai whatever the reader's language: on English pages an
 * English line stands beneath them.
 */
export function RefusalWords({ children }: { children: string }) {
  const line = getLocale() === 'en' ? englishLine(children) : undefined
  return (
    <>
      <span lang={languageOf(children)}>{children}</span>
      {line && <span className="block font-normal">{line}</span>}
    </>
  )
}
