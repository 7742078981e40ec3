import type { Portfolio } from '../../content/schema.ts'
import { Section } from '../components/Section.tsx'
import { SkillBar } from '../components/SkillBar.tsx'
import { Achievements } from './Achievements.tsx'
import styles from './Resume.module.css'
import { ResumeDownload } from './ResumeDownload.tsx'
import { Timeline } from './Timeline.tsx'

/** Education, experience, skills, and the resume download. */
export function Resume({ id, resume, newTab }: ResumeProps) {
  const { education, experience, volunteering, skills, languages } = resume
  const credits = [resume.certificates, resume.awards, resume.publications].filter(
    (list) => list !== undefined,
  )
  return (
    <Section id={id} heading={resume.heading}>
      <div className={styles.columns}>
        {education && <Timeline timeline={education} area="education" newTab={newTab} />}
        <div className={styles.main}>
          {experience && <Timeline timeline={experience} area="experience" newTab={newTab} />}
          {volunteering && <Timeline timeline={volunteering} area="volunteering" newTab={newTab} />}
          {credits.map((list) => (
            <Achievements key={list.heading} list={list} newTab={newTab} />
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
                  <SkillBar name={name} description={fluency} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <p data-area="download">
          <ResumeDownload label={resume.downloadLabel} fileName={resume.fileName} />
        </p>
      </div>
    </Section>
  )
}

type ResumeProps = {
  id: string
  resume: NonNullable<Portfolio['resume']>
  newTab: string
}
