import styles from './Notice.module.css'
import { ButtonLink } from './parts/ButtonLink.tsx'

/** A page that says one thing and shows the way on: a broken page, an unknown address. */
export function Notice({ title, text, href, link }: NoticeProps) {
  return (
    <main className={styles.notice}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <p className={styles.way}>
        <ButtonLink href={href}>{link}</ButtonLink>
      </p>
    </main>
  )
}

export type NoticeProps = { title: string; text: string; href: string; link: string }
