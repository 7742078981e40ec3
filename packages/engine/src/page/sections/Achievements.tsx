import type { CreditList } from '../../content/schema.ts'
import { ExternalLink } from '../components/ExternalLink.tsx'
import styles from './Resume.module.css'

/** Certificates, awards or publications, with dates like the timeline entries above. */
export function Achievements({ list, newTab }: AchievementsProps) {
  return (
    <div data-area="credits">
      <h3 className={styles.heading}>{list.heading}</h3>
      <ul className={styles.entries}>
        {list.entries.map(({ title, by, date, url, description }) => (
          <li key={`${title} ${date?.iso}`} className={styles.entry}>
            <p className={styles.period}>{date?.label}</p>
            <div>
              <h4 className={styles.course}>
                <ExternalLink href={url} newTab={newTab}>
                  {title}
                </ExternalLink>
              </h4>
              {by && <p className={styles.school}>{by}</p>}
              {description && <p className={styles.description}>{description}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

type AchievementsProps = { list: CreditList; newTab: string }
