import { useLocation } from 'react-router'
import { getLocale } from '../messages/messages.ts'

const oneYear = 365 * 24 * 60 * 60

/** Saves the visitor's language; the server renders the next page in it. */
export function keepLanguage(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't there on plain http
  document.cookie = `language=${language}; path=/; max-age=${oneYear}; samesite=lax`
}

/** Leads to this page in the other language. A link, so that it works without script. */
export function LanguageSwitch({ className = '', long = false }: { className?: string; long?: boolean }) {
  const { pathname, search, hash } = useLocation()
  const other = getLocale() === 'th' ? 'en' : 'th'
  const query = new URLSearchParams(search)
  query.set('lang', other)
  const name = other === 'th' ? 'ไทย' : 'English'
  return (
    <a
      href={`${pathname}?${query}${hash}`}
      hrefLang={other}
      lang={other}
      aria-label={name}
      onClick={(event) => {
        event.preventDefault()
        keepLanguage(other)
        const url = new URL(window.location.href)
        if (!url.searchParams.has('lang')) return window.location.reload()
        url.searchParams.delete('lang')
        window.location.replace(url)
      }}
      className={className}
    >
      {long || other === 'th' ? name : 'EN'}
    </a>
  )
}
