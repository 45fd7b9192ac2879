import { useEffect, useEffectEvent, useState } from 'react'
import { useLazy } from './lazy.tsx'

const loadDialog = () => import('./language-dialog.tsx')

/**
 * Asks before the link to the other language is followed while `isUnsaved` returns true: it loads the page anew, and a
 * password or a chosen file can't be kept for that.
 */
export function LanguageGuard({ isUnsaved }: { isUnsaved: () => boolean }) {
  const [link, setLink] = useState<HTMLAnchorElement>()
  const stay = () => setLink(undefined)
  const hasUnsaved = useEffectEvent(isUnsaved)
  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      const pressed = (event.target as Element).closest<HTMLAnchorElement>('a[hreflang]')
      if (!pressed || !hasUnsaved()) return
      event.preventDefault()
      event.stopPropagation()
      setLink(pressed)
    }
    // Captured, before the link's own handler.
    document.addEventListener('click', clicked, { capture: true })
    return () => document.removeEventListener('click', clicked, { capture: true })
  }, [])
  const Dialog = useLazy(loadDialog, link !== undefined, stay)
  if (!Dialog) return null
  // The link's address has the language, which the shop then saves.
  return <Dialog open={link !== undefined} onStay={stay} onChange={() => link && window.location.assign(link.href)} />
}
