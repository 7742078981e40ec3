import { Fragment } from 'react'
import { languageOf } from '../../content/label-language.ts'

/** Plain texts in a row. One in another language than the page has an element, which says so. */
export function Words({ texts, comma }: WordsProps) {
  return texts
    .filter((text) => text !== undefined)
    .map((text, index) => {
      const other = languageOf(text)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and texts may repeat
        <Fragment key={index}>
          {index > 0 && comma}
          {other.lang ? <span {...other}>{text}</span> : text}
        </Fragment>
      )
    })
}

type WordsProps = { texts: (string | undefined)[]; comma?: string }
