import { type ComponentProps, createElement } from 'react'

type IconData = { node: [tag: string, attributes: Record<string, string>][] }

const drawn = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const

/**
 * Makes an icon of Lucide's drawing; the build has it in the place of Lucide's own function (vite.config.ts), which takes
 * sizes, colours and contexts that no screen sets and weighs more than all drawings of the home page.
 */
export default function createPlainIcon({ node }: IconData) {
  return (props: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      { ...drawn, ...props },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
