import type { PageContent, PageProject } from '../../content/portfolio.ts'
import { DETAIL_SIZES, PROJECT_PICTURE } from '../../images/image-slots.ts'
import { ButtonLink } from '../Button/Button.tsx'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { type ProjectLabels, ProjectLinks } from '../Projects/ProjectLinks.tsx'
import { kindAndYear, ProjectPicture } from '../Projects/ProjectPicture.tsx'
import { ProjectTitle } from '../Projects/ProjectTitle.tsx'
import { RichText } from '../RichText/RichText.tsx'
import styles from './ProjectDetail.module.css'
import type { Siblings } from './siblings.ts'

/**
 * The details of a project, at an address of their own. Without scripts, `:target` shows them.
 * project-details.ts opens them as a modal dialog.
 */
export default function ProjectDetail(props: DetailProps) {
  const { project, labels, strings, siblings, closeHref, contact } = props
  const { anchor = '', title, summary, quote, pictures, links } = project
  const facts = kindAndYear(project, strings.comma)
  // No anchor has a dot, so this is not the anchor of a project of another title.
  const titleId = `${anchor}.title`
  return (
    // Chromium makes a dialog that scrolls a tab stop, and its whole text the name.
    <dialog id={anchor} className={styles.detail} aria-labelledby={titleId} tabIndex={-1}>
      <div className={styles.bar}>
        <h3 id={titleId} className={styles.title} tabIndex={-1}>
          <ProjectTitle title={title} />
        </h3>
        <p className={styles.tools} data-no-print="">
          {siblings && (
            <>
              <span dir="auto" className={styles.position}>
                {siblings.position}
              </span>
              <Tool href={siblings.previous.href} icon="arrow-left" label={strings.previous} />
              <Tool href={siblings.next.href} icon="arrow-right" label={strings.next} />
            </>
          )}
          <Tool href={closeHref} icon="lucide:x" label={strings.close} data-close="" />
        </p>
      </div>
      <div className={styles.sheet}>
        <div className={styles.intro}>
          <ProjectPicture project={project} sizes={DETAIL_SIZES} isDetail />
          <div className={styles.facts}>
            {summary && (
              <p className={styles.summary}>
                <RichText text={summary} />
              </p>
            )}
            {facts && <p>{facts}</p>}
            <Facts project={project} strings={strings} />
            <ProjectLinks project={project} labels={labels} />
            {links && (
              <ul>
                {links.map(({ text, url }) => (
                  <li key={url}>
                    <ExternalLink href={url}>{text}</ExternalLink>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
        <div className={styles.story}>
          {(['problem', 'approach', 'result'] as const).map((name) => {
            const text = project[name]
            return (
              text && (
                <section key={name}>
                  <h4>{strings[name]}</h4>
                  <p>
                    <RichText text={text} />
                  </p>
                </section>
              )
            )
          })}
        </div>
        {quote && (
          <figure className={styles.figure}>
            <blockquote className={styles.quote}>
              <RichText text={quote.text} />
            </blockquote>
            <figcaption className={styles.caption}>
              {[quote.by, quote.role].filter(Boolean).join(strings.comma)}
            </figcaption>
          </figure>
        )}
        {pictures?.map(({ image, imageAlt, caption }) => (
          <figure key={image.src} className={styles.figure}>
            <Picture
              picture={image}
              alt={imageAlt}
              sizes={PROJECT_PICTURE.sizes}
              className={styles.picture}
            />
            {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
          </figure>
        ))}
        <p className={styles.end} data-no-print="">
          {contact && (
            <ButtonLink href={contact.href} data-subject={contact.subject}>
              {contact.label}
            </ButtonLink>
          )}
          {siblings && (
            <a href={siblings.next.href} className={styles.next}>
              {siblings.next.title}
              <Icon name="arrow-right" />
            </a>
          )}
        </p>
      </div>
    </dialog>
  )
}

function Tool({ icon, label, ...props }: ToolProps) {
  return (
    <a className={styles.tool} title={label} {...props}>
      <Icon name={icon} />
    </a>
  )
}

function Facts({ project, strings }: Pick<DetailProps, 'project' | 'strings'>) {
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

type ToolProps = { href: string; icon: string; label: string; 'data-close'?: '' }

type DetailProps = {
  project: PageProject
  labels: ProjectLabels
  strings: PageContent['strings']
  /** Where these details stand among the others. Undefined if there are no others. */
  siblings: Siblings | undefined
  /** The anchor behind the details. */
  closeHref: string
  /** The way to the contact form, and the subject that it chooses there. */
  contact: { href: string; label: string; subject: string | undefined } | undefined
}
