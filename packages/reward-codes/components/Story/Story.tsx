import type { ReactNode } from 'react'
import type { PageContent, PageProject } from '../../content/portfolio.ts'
import { ButtonLink } from '../Button/Button.tsx'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { type ProjectLabels, ProjectLinks } from '../Projects/ProjectLinks.tsx'
import { kindAndYear, ProjectPicture } from '../Projects/ProjectPicture.tsx'
import { ProjectTitle } from '../Projects/ProjectTitle.tsx'
import { Quote } from '../Quote/Quote.tsx'
import { RichText } from '../RichText/RichText.tsx'
import styles from './Story.module.css'

/** The page of a project: all that there is about it. */
export default function Story(props: StoryProps) {
  const { project, labels, strings, text, previous, next, contact } = props
  const { title, summary, quote, pictures, links } = project
  const facts = kindAndYear(project, strings.comma)
  const parts = (['problem', 'approach', 'result'] as const).flatMap((name) => {
    const part = project[name]
    return part ? [{ name, part }] : []
  })
  return (
    <article className={styles.story}>
      <header>
        <h1 className={styles.title}>
          <ProjectTitle title={title} />
        </h1>
        {facts && <p className={styles.kind}>{facts}</p>}
        {summary && (
          <p className={styles.summary}>
            <RichText text={summary} />
          </p>
        )}
      </header>
      <div className={styles.facts}>
        <Facts project={project} strings={strings} />
        <div className={styles.links}>
          <ProjectLinks project={project} labels={labels} />
          {links?.map(({ text, url }) => (
            <ExternalLink key={url} href={url}>
              {text}
            </ExternalLink>
          ))}
        </div>
      </div>
      <div className={styles.lead}>
        <ProjectPicture project={project} priority isLarge />
        {parts.length > 0 && (
          <div className={styles.parts}>
            {parts.map(({ name, part }) => (
              <section key={name}>
                <h2>{strings[name]}</h2>
                <p>
                  <RichText text={part} />
                </p>
              </section>
            ))}
          </div>
        )}
      </div>
      {text}
      {quote && (
        <Quote text={quote.text}>
          {[quote.by, quote.role].filter(Boolean).join(strings.comma)}
        </Quote>
      )}
      {pictures?.map(({ image, imageAlt, caption }) => (
        <figure key={image.src} className={styles.figure}>
          <Picture picture={image} alt={imageAlt} className={styles.further} />
          {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
        </figure>
      ))}
      <footer className={styles.end} data-no-print="">
        {contact && (
          <ButtonLink href={contact.href} data-subject={contact.subject}>
            {contact.label}
          </ButtonLink>
        )}
        {next && (
          <p className={styles.others}>
            {previous && (
              <a href={previous.href} className={styles.other}>
                <Icon name="arrow-left" />
                <span data-visually-hidden="">{`${strings.previous}: `}</span>
                {previous.title}
              </a>
            )}
            <a href={next.href} className={styles.other}>
              <span data-visually-hidden="">{`${strings.next}: `}</span>
              {next.title}
              <Icon name="arrow-right" />
            </a>
          </p>
        )}
      </footer>
    </article>
  )
}

function Facts({ project, strings }: Pick<StoryProps, 'project' | 'strings'>) {
  const { client, role, technologies } = project
  const facts = [
    [strings.client, client],
    [strings.role, role],
    [strings.technologies, technologies?.join(strings.comma)],
  ].filter(([, value]) => value)
  if (facts.length === 0) return null
  return (
    <dl className={styles.list}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type OtherStory = { href: string; title: string }

type StoryProps = {
  project: PageProject
  labels: ProjectLabels
  strings: PageContent['strings']
  /** The longer story. */
  text?: ReactNode
  /** The stories before and after this one, in a circle. With two of them, only the next one. */
  previous: OtherStory | undefined
  next: OtherStory | undefined
  /** The way to the contact section, and the subject that it chooses there. */
  contact: { href: string; label: string; subject: string | undefined } | undefined
}
