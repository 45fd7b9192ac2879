export { m } from '../paraglide/messages.js'
// In the browser's build this is page-language.ts (vite.config.ts says so).
export { getLocale } from '../paraglide/runtime.js'
