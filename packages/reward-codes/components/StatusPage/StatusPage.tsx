import type { ReactNode } from 'react'
import { ButtonLink } from '../Button/Button.tsx'
import styles from './StatusPage.module.css'

/** A page with one message and one link: the error page, the 404 page and those after a form. */
export function StatusPage(props: StatusPageProps) {
  const { title, text, href, link, others = [], children } = props
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <p className={styles.action}>
        <ButtonLink href={href}>{link}</ButtonLink>
        {others.map(({ text, language, ...other }) => (
          <ButtonLink
            key={language}
            {...other}
            lang={language}
            hrefLang={language}
            variant="secondary"
          >
            {text}
          </ButtonLink>
        ))}
      </p>
      {children && <div className={styles.action}>{children}</div>}
    </div>
  )
}

type StatusPageProps = {
  title: string
  text: string
  href: string
  link: string
  /** The same link in other languages. */
  others?: { text: string; href: string; language: string }[]
  /** A picture below the link. */
  children?: ReactNode
}
