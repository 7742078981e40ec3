import type { ReactNode } from 'react'
import type { RichText as Text } from 'reward-codes/internal/content/rich-text.ts'
import type { Column, CreditList, Portfolio } from 'reward-codes/internal/content/schema.ts'
import { ResumeDownload } from '../Downloads/Downloads.tsx'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { RichText } from '../RichText/RichText.tsx'
import { Section } from '../Section/Section.tsx'
import styles from './Resume.module.css'
import { arePlain, chooseResumeLayout, FULL_ENTRIES, type OtherList } from './resume-layout.ts'

/** Education, experience, skills, and the resume download. */
export default function Resume({ id, resume, newTab, language }: ResumeProps) {
  const { education, experience, skills, languages } = resume
  const { kind, main, beside, rail } = chooseResumeLayout(resume)
  const list = (name: OtherList) => {
    if (name === 'volunteering') {
      const { volunteering } = resume
      return (
        volunteering && <Timeline key={name} timeline={volunteering} area={name} newTab={newTab} />
      )
    }
    const credits = resume[name]
    return credits && <Credits key={name} list={credits} newTab={newTab} />
  }
  return (
    <Section
      id={id}
      heading={resume.heading}
      hasRail={rail}
      intro={
        resume.fileName && (
          <ResumeDownload label={resume.downloadLabel} fileName={resume.fileName} />
        )
      }
    >
      <div className={styles.columns} data-layout={kind}>
        {education && <Timeline timeline={education} area="education" newTab={newTab} />}
        <div className={styles.lists}>
          {(experience || main.length > 0) && (
            <div className={styles.main}>
              {experience && <Timeline timeline={experience} area="experience" newTab={newTab} />}
              {main.map(list)}
            </div>
          )}
          {(beside.length > 0 || skills || languages) && (
            <div className={styles.beside}>
              {beside.map(list)}
              {skills && (
                <Skills
                  area="skills"
                  heading={skills.heading}
                  skills={skills.entries}
                  language={language}
                />
              )}
              {languages && (
                <Skills
                  area="languages"
                  heading={languages.heading}
                  language={language}
                  skills={languages.entries.map(({ name, fluency }) => ({
                    name,
                    description: fluency,
                  }))}
                />
              )}
            </div>
          )}
        </div>
      </div>
    </Section>
  )
}

/** Education or positions: title, employer, dates and results. */
function Timeline({ timeline, area, newTab }: TimelineProps) {
  return (
    <div data-area={area}>
      <h3 className={styles.heading}>{timeline.heading}</h3>
      <ol className={styles.entries}>
        {timeline.entries.map(({ period, course, area, school, place, url, ...entry }, index) => (
          <Entry
            key={`${period?.label} ${course} ${school}`}
            date={period?.label}
            title={area ? `${course}, ${area}` : course}
            by={
              <>
                <ExternalLink href={url} newTab={newTab}>
                  {school}
                </ExternalLink>
                {place && <span className={styles.place}>{`, ${place}`}</span>}
              </>
            }
            isEarlier={index >= FULL_ENTRIES}
            newTab={newTab}
            {...entry}
          />
        ))}
      </ol>
    </div>
  )
}

/** Certificates, awards or publications. */
function Credits({ list, newTab }: { list: CreditList; newTab: string }) {
  return (
    <div data-area="credits">
      <h3 className={styles.heading}>{list.heading}</h3>
      <ul className={styles.entries}>
        {list.entries.map(({ title, by, date, url, description }) => (
          <Entry
            key={`${title} ${date?.iso}`}
            date={date?.label}
            title={
              <ExternalLink href={url} newTab={newTab}>
                {title}
              </ExternalLink>
            }
            by={by}
            description={description}
            newTab={newTab}
          />
        ))}
      </ul>
    </div>
  )
}

function Entry({ date, title, by, description, highlights, isEarlier, newTab }: EntryProps) {
  const text = (
    <>
      {description && (
        <p className={styles.description}>
          <RichText text={description} newTab={newTab} />
        </p>
      )}
      {highlights && (
        <ul className={styles.highlights}>
          {highlights.map((highlight) => (
            <li key={highlight.source}>
              <RichText text={highlight} newTab={newTab} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
  const canOpen = isEarlier && (description || highlights)
  const head = (
    <>
      <h4 className={styles.course}>{title}</h4> {by && <span className={styles.school}>{by}</span>}
      {canOpen && <Icon name="chevron-down" />}
      {date && <span className={styles.period}>{` ${date}`}</span>}
    </>
  )
  return (
    <li className={styles.entry} data-earlier={isEarlier ? '' : undefined}>
      {canOpen ? (
        <details className={styles.details}>
          <summary className={styles.head}>{head}</summary>
          {text}
        </details>
      ) : (
        <>
          <div className={styles.head}>{head}</div>
          {text}
        </>
      )}
    </li>
  )
}

function Skills({ area, heading, skills, language }: SkillsProps) {
  return (
    <div data-area={area}>
      <h3 className={styles.heading}>{heading}</h3>
      <ul className={styles.skills} data-plain={arePlain(skills) ? '' : undefined}>
        {skills.map((skill) => (
          <li key={skill.name}>
            <SkillBar {...skill} language={language} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A skill with its level as a bar and a number. */
function SkillBar({ name, level, description, keywords, color, language }: SkillBarProps) {
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  return (
    <div className={styles.skill}>
      <p className={styles.label}>
        <strong>{name}</strong>
        {description && <span className={styles.detail}>{description}</span>}
      </p>
      {level !== undefined && (
        <>
          <p className={styles.number}>{percent.format(level / 100)}</p>
          {/* SVG attributes, so that a strict Content-Security-Policy can forbid inline styles. */}
          <svg className={styles.bar} aria-hidden="true" width="100%" height="5">
            <rect className={styles.track} width="100%" height="5" rx="1" />
            <rect className={styles.value} fill={color} width={`${level}%`} height="5" rx="1" />
          </svg>
        </>
      )}
      {keywords && <p className={styles.keywords}>{keywords.join(', ')}</p>}
    </div>
  )
}

type Skill = {
  name: string
  level?: number | undefined
  description?: string | undefined
  keywords?: string[] | undefined
  color?: string | undefined
}

type SkillBarProps = Skill & { language: string }

type SkillsProps = { area: string; heading: string; skills: Skill[]; language: string }

type EntryProps = {
  date: string | undefined
  title: ReactNode
  /** The institution, employer or issuer. */
  by?: ReactNode
  description?: Text | undefined
  highlights?: Text[] | undefined
  /** Shows one line, which opens to the description. */
  isEarlier?: boolean
  newTab: string
}

type TimelineProps = {
  timeline: Column
  area: 'education' | 'experience' | 'volunteering'
  newTab: string
}

type ResumeProps = {
  id: string
  resume: NonNullable<Portfolio['resume']>
  newTab: string
  language: string
}
