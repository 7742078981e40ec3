import type { PageContent, PageProject } from 'reward-codes/internal/content/schema.ts'
import { DETAIL_SIZES, PROJECT_PICTURE } from 'reward-codes/internal/images/image-slots.ts'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { type ProjectLabels, ProjectLinks } from '../Projects/ProjectLinks.tsx'
import { kindAndYear, ProjectPicture } from '../Projects/ProjectPicture.tsx'
import { RichText } from '../RichText/RichText.tsx'
import styles from './ProjectDetail.module.css'

/**
 * The details of a project, at an address of their own. Without scripts, `:target` shows them.
 * project-details.ts opens them as a modal dialog.
 */
export default function ProjectDetail({
  project,
  labels,
  strings,
  siblings,
  closeHref,
}: DetailProps) {
  const { anchor = '', title, summary, quote, pictures, links } = project
  const { newTab } = labels
  const facts = kindAndYear(project)
  // No anchor has a dot, so this is not the anchor of a project of another title.
  const titleId = `${anchor}.title`
  return (
    // Chromium makes a dialog that scrolls a tab stop, and its whole text the name.
    <dialog id={anchor} className={styles.detail} aria-labelledby={titleId} tabIndex={-1}>
      <div className={styles.sheet}>
        <p className={styles.tools} data-no-print="">
          {siblings.map(({ href, icon, label }) => (
            <a key={icon} href={href} className={styles.tool} title={label}>
              <Icon name={icon} />
            </a>
          ))}
          <a href={closeHref} className={styles.tool} data-close="" title={strings.close}>
            <Icon name="lucide:x" />
          </a>
        </p>
        <div className={styles.intro}>
          <div>
            {facts && <p className={styles.facts}>{facts}</p>}
            <h3 id={titleId} className={styles.title} tabIndex={-1}>
              {title}
            </h3>
            {summary && (
              <p className={styles.summary}>
                <RichText text={summary} newTab={newTab} />
              </p>
            )}
            <ProjectLinks project={project} labels={labels} />
          </div>
          <ProjectPicture project={project} sizes={DETAIL_SIZES} />
        </div>
        <div className={styles.columns}>
          <div>
            <Facts project={project} strings={strings} />
            {links && (
              <ul className={styles.links}>
                {links.map(({ text, url }) => (
                  <li key={url}>
                    <ExternalLink href={url} newTab={newTab}>
                      {text}
                    </ExternalLink>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div className={styles.story}>
            {(['problem', 'approach', 'result'] as const).map((name) => {
              const text = project[name]
              return (
                text && (
                  <section key={name}>
                    <h4>{strings[name]}</h4>
                    <p>
                      <RichText text={text} newTab={newTab} />
                    </p>
                  </section>
                )
              )
            })}
            {quote && (
              <figure>
                <blockquote className={styles.quote}>
                  <RichText text={quote.text} newTab={newTab} />
                </blockquote>
                <figcaption className={styles.caption}>
                  {[quote.by, quote.role].filter(Boolean).join(', ')}
                </figcaption>
              </figure>
            )}
            {pictures?.map(({ image, imageAlt, caption }) => (
              <figure key={image.src}>
                <Picture
                  picture={image}
                  alt={imageAlt}
                  sizes={PROJECT_PICTURE.sizes}
                  className={styles.picture}
                />
                {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
              </figure>
            ))}
          </div>
        </div>
      </div>
    </dialog>
  )
}

function Facts({ project, strings }: Pick<DetailProps, 'project' | 'strings'>) {
  const { client, role, technologies } = project
  const facts = [
    [strings.client, client],
    [strings.role, role],
    [strings.technologies, technologies?.join(', ')],
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

type DetailProps = {
  project: PageProject
  labels: ProjectLabels
  strings: PageContent['strings']
  /** Links to the previous and the next project. */
  siblings: { href: string; icon: string; label: string }[]
  /** The anchor behind the details. */
  closeHref: string
}
