/** The shop's font for pages that the server writes without the web app: documents, and the demo's payment page. */
export const pageFonts = {
  thai: { path: '/fonts/anuphan-thai.woff2', range: 'U+0E01-0E5B,U+200C-200D,U+25CC' },
  latin: { path: '/fonts/anuphan-latin.woff2', range: 'U+0000-00FF,U+2000-206F,U+20AC' },
} as const

/** The style rules that load the font `Anuphan`. */
export const fontFaces = Object.values(pageFonts)
  .map(
    ({ path, range }) =>
      `@font-face{font-family:Anuphan;font-weight:100 700;src:url(${path}) format('woff2');unicode-range:${range}}`,
  )
  .join('\n')
