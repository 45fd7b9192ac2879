import { Fragment } from 'react'

/** Words that break at their spaces: Thai, which has none between its words, would break between any two of them. */
export function UnbrokenWords({ children }: { children: string }) {
  return children.split(' ').map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text have no other order
    <Fragment key={at}>
      {at > 0 && ' '}
      <span className="inline-block">{word}</span>
    </Fragment>
  ))
}
