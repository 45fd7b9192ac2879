import { overwriteGetLocale } from '../paraglide/runtime.js'

export { m } from '../paraglide/messages.js'
export { getLocale } from '../paraglide/runtime.js'

// The server decided the language of this page and wrote it on the page.
if (typeof document !== 'undefined') overwriteGetLocale(() => (document.documentElement.lang === 'th' ? 'th' : 'en'))
