import type { Column, Entry } from '../../content/schema.ts'
import { ExternalLink } from '../components/ExternalLink.tsx'
import styles from './Resume.module.css'

/** A timeline: dates next to title, employer and results. */
export function Timeline({ timeline, area, newTab }: TimelineProps) {
  return (
    <div data-area={area}>
      <h3 className={styles.heading}>{timeline.heading}</h3>
      <ol className={styles.entries}>
        {timeline.entries.map((entry) => (
          <li
            key={`${entry.period?.label} ${entry.course} ${entry.school}`}
            className={styles.entry}
          >
            <p className={styles.period}>{entry.period?.label}</p>
            <TimelineEntry entry={entry} newTab={newTab} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function TimelineEntry({ entry, newTab }: TimelineEntryProps) {
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

type TimelineEntryProps = { entry: Entry; newTab: string }

type TimelineProps = {
  timeline: Column
  area: 'education' | 'experience' | 'volunteering'
  newTab: string
}
