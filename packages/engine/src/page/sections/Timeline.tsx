import type { Column, Entry } from '../../content/schema.ts'
import { ExternalLink } from '../parts/ExternalLink.tsx'
import styles from './Resume.module.css'

/** The stations of one column: dates beside title, employer and what came of it. */
export function ResumeEntries({ column, area, newTab }: ResumeEntriesProps) {
  return (
    <div data-area={area}>
      <h3 className={styles.heading}>{column.heading}</h3>
      <ol className={styles.entries}>
        {column.entries.map((entry) => (
          <li
            key={`${entry.period?.label} ${entry.course} ${entry.school}`}
            className={styles.entry}
          >
            <p className={styles.period}>{entry.period?.label}</p>
            <Station entry={entry} newTab={newTab} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Station({ entry, newTab }: StationProps) {
  const { course, area, school, place, url, description, highlights } = entry
  return (
    <div>
      <h4 className={styles.course}>{area ? `${course}, ${area}` : course}</h4>
      <p className={styles.school}>
        <ExternalLink href={url} newTab={newTab}>
          {school}
        </ExternalLink>
        {place && <span className={styles.place}>{`, ${place}`}</span>}
      </p>
      {description && <p className={styles.description}>{description}</p>}
      {highlights && (
        <ul className={styles.highlights}>
          {highlights.map((highlight) => (
            <li key={highlight}>{highlight}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

type StationProps = { entry: Entry; newTab: string }

export type ResumeEntriesProps = {
  column: Column
  area: 'education' | 'experience' | 'volunteering'
  newTab: string
}
