/*
 * What the words' functions need of paraglide's runtime in a browser. The whole one also knows of addresses, cookies
 * and strategies, of which nothing can be left out by the build: 1 KB on every screen for one question.
 */

export const experimentalStaticLocale = undefined

/** The server decided the language of this page and wrote it on the page. */
export function getLocale(): 'en' | 'th' {
  return document.documentElement.lang === 'th' ? 'th' : 'en'
}
