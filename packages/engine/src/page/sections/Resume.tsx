import type { Portfolio } from '../../content/schema.ts'
import { Section } from '../parts/Section.tsx'
import { SkillBar } from '../parts/SkillBar.tsx'
import styles from './Resume.module.css'
import { ResumeCredits } from './ResumeCredits.tsx'
import { ResumeEntries } from './ResumeEntries.tsx'
import { ResumeLink } from './ResumeLink.tsx'

/** Education, experience and skills, and the same as a file to keep. */
export function Resume({ id, resume, newTab }: ResumeProps) {
  const { education, experience, volunteering, skills, languages, file, download } = resume
  const credits = [resume.certificates, resume.awards, resume.publications].filter(
    (list) => list !== undefined,
  )
  return (
    <Section id={id} heading={resume.heading}>
      <div className={styles.columns}>
        {education && <ResumeEntries column={education} area="education" newTab={newTab} />}
        <div className={styles.main}>
          {experience && <ResumeEntries column={experience} area="experience" newTab={newTab} />}
          {volunteering && (
            <ResumeEntries column={volunteering} area="volunteering" newTab={newTab} />
          )}
          {credits.map((list) => (
            <ResumeCredits key={list.heading} list={list} newTab={newTab} />
          ))}
        </div>
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
        {languages && (
          <div data-area="languages">
            <h3 className={styles.heading}>{languages.heading}</h3>
            <ul className={styles.skills}>
              {languages.entries.map(({ name, fluency }) => (
                <li key={name}>
                  <SkillBar name={name} meaning={fluency} />
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

export type ResumeProps = {
  id: string
  resume: NonNullable<Portfolio['resume']>
  newTab: string
}
