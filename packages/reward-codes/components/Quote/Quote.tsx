import type { ReactNode } from 'react'
import type { RichText as Text } from '../../content/rich-text.ts'
import { RichText } from '../RichText/RichText.tsx'
import styles from './Quote.module.css'

/** What somebody says, between the quotes of the language, and who says it. */
export function Quote({ text, children }: QuoteProps) {
  return (
    <figure className={styles.figure}>
      <blockquote>
        <RichText text={text} />
      </blockquote>
      <figcaption>{children}</figcaption>
    </figure>
  )
}

type QuoteProps = { text: Text; children: ReactNode }
