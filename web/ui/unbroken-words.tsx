import { Fragment } from 'react'

/** Text that only breaks at its spaces. Browsers would break Thai, which has no spaces between words, at every word. */
export function UnbrokenWords({ children }: { children: string }) {
  return children.split(' ').map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text have no other order
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="inline-block">{word}</span>
    </Fragment>
  ))
}
