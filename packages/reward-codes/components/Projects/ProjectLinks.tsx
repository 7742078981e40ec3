import type { PageProject } from '../../content/portfolio.ts'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { Icon } from '../Icon/Icon.tsx'
import styles from './ProjectLinks.module.css'
import picture from './ProjectPicture.module.css'

/** The hosts of examples (RFC 2606): a link to one is a placeholder. */
const PLACEHOLDER = /^https?:\/\/(www\.)?example\.(com|net|org)\/?$/

/** The links of a project to its source code and to its live version. */
export function ProjectLinks({ project, labels }: ProjectLinksProps) {
  const { title, githubUrl, projectUrl } = project
  const links = [
    [githubUrl, labels.github],
    [projectUrl, labels.project],
  ] as const
  return (
    <p className={styles.row}>
      {links.map(
        ([href, text]) =>
          href && (
            <ExternalLink key={text} href={href}>
              <span>
                {text}
                {/* Screen readers also read the name of the project. */}
                <span data-visually-hidden="">{` ${title}`}</span>
                {PLACEHOLDER.test(href) && (
                  <span className={picture.remark}>{` (${labels.placeholder})`}</span>
                )}
              </span>
              <Icon name="arrow-up-right" />
            </ExternalLink>
          ),
      )}
    </p>
  )
}

export type ProjectLabels = {
  github: string
  project: string
  placeholder: string
  comma: string
}

type ProjectLinksProps = {
  project: PageProject
  labels: ProjectLabels
}
