import type { Column, Portfolio } from '../../content/schema.ts'
import { Section } from '../parts/Section.tsx'
import { SkillBar } from '../parts/SkillBar.tsx'
import styles from './Resume.module.css'
import { ResumeLink } from './ResumeLink.tsx'

/** Education, experience and skills, and the same as a file to keep. */
export function Resume({ id, resume }: ResumeProps) {
  const { education, experience, skills, file, download } = resume
  return (
    <Section id={id} heading={resume.heading}>
      <div className={styles.columns}>
        {education && <Entries column={education} area="education" />}
        {experience && <Entries column={experience} area="experience" />}
        {skills && (
          <div data-area="skills">
            <h3 className={styles.heading}>{skills.heading}</h3>
            <ul className={styles.skills}>
              {skills.entries.map((skill) => (
                <li key={skill.name}>
                  <SkillBar {...skill} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <p data-area="download">
          <ResumeLink text={download} file={file} />
        </p>
      </div>
    </Section>
  )
}

function Entries({ column, area }: EntriesProps) {
  return (
    <div data-area={area}>
      <h3 className={styles.heading}>{column.heading}</h3>
      <ol className={styles.entries}>
        {column.entries.map(({ period, course, school, description }) => (
          <li key={`${period.label} ${course}`} className={styles.entry}>
            <p className={styles.period}>{period.label}</p>
            <div>
              <h4 className={styles.course}>{course}</h4>
              <p className={styles.school}>{school}</p>
              {description && <p className={styles.description}>{description}</p>}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

type EntriesProps = { column: Column; area: 'education' | 'experience' }

export type ResumeProps = { id: string; resume: NonNullable<Portfolio['resume']> }
