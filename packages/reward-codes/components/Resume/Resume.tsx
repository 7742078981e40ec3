import type { ReactNode } from 'react'
import type { CreditList, Portfolio, Entry as Position, Tenure } from '../../content/portfolio.ts'
import { commaIn } from '../../content/punctuation.ts'
import { resumeFiles } from '../../content/resume-files.ts'
import type { RichText as Text } from '../../content/rich-text.ts'
import { FurtherDownloads, ResumeDownload } from '../Downloads/Downloads.tsx'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { RichText } from '../RichText/RichText.tsx'
import { Section } from '../Section/Section.tsx'
import styles from './Resume.module.css'

/** Experience, education, skills, and the resume download. */
export default function Resume({ id, resume, language }: ResumeProps) {
  const { education, experience, volunteering, certificates, awards, publications } = resume
  const { skills, languages } = resume
  const comma = commaIn(language)
  const [first, ...others] = resumeFiles(resume)
  return (
    <Section
      id={id}
      heading={resume.heading}
      intro={
        first && (
          <>
            <ResumeDownload label={resume.downloadLabel} fileName={first.name} />
            <FurtherDownloads label={resume.downloadLabel} files={others} />
          </>
        )
      }
    >
      <div className={styles.columns} data-columns={experience || volunteering ? '' : undefined}>
        {(experience || volunteering) && (
          <div className={styles.main}>
            {experience && <Timeline {...experience} area="experience" comma={comma} />}
            {volunteering && <Timeline {...volunteering} area="volunteering" comma={comma} />}
          </div>
        )}
        {education && (
          <Timeline
            heading={education.heading}
            entries={education.entries.map((entry) => ({ positions: [entry] }))}
            area="education"
            comma={comma}
          />
        )}
        <div className={styles.beside}>
          {[certificates, awards, publications].map(
            (list) => list && <Credits key={list.heading} list={list} />,
          )}
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
      </div>
    </Section>
  )
}

/** Education or work: title, employer, dates and results, and below an employer its positions if there are several. */
function Timeline({ heading, entries, area, comma }: TimelineProps) {
  return (
    <div data-area={area}>
      <h3 className={styles.heading}>{heading}</h3>
      <ol className={styles.entries}>
        {entries.map(({ positions, ...tenure }) => {
          const [first] = positions
          if (!first) return undefined
          const key = `${first.period?.label} ${first.course} ${first.school}`
          return positions.length === 1 ? (
            <Entry
              key={key}
              {...detailsOf(first, comma)}
              by={(first.school || first.place) && <Employer {...first} comma={comma} />}
            />
          ) : (
            <Entry
              key={key}
              title={<Employer {...first} place={tenure.place} comma={comma} />}
              date={tenure.span}
            >
              <ol className={styles.positions}>
                {positions.map((position) => (
                  <Entry
                    key={`${position.period?.label} ${position.course}`}
                    {...detailsOf(position, comma)}
                    heading="h5"
                    by={tenure.place ? undefined : position.place}
                  />
                ))}
              </ol>
            </Entry>
          )
        })}
      </ol>
    </div>
  )
}

function Employer({ school, place, url, comma }: Position & Shared) {
  return (
    <>
      {school && <ExternalLink href={url}>{school}</ExternalLink>}
      {place && <span className={styles.place}>{school ? comma + place : place}</span>}
    </>
  )
}

/** The title, dates and results of a position, without its employer. */
function detailsOf({ course, area, period, description, highlights }: Position, comma: string) {
  const title = [course, area].filter(Boolean).join(comma)
  return { title, date: period?.label, description, highlights }
}

/** Certificates, awards or publications. */
function Credits({ list }: { list: CreditList }) {
  return (
    <div data-area="credits">
      <h3 className={styles.heading}>{list.heading}</h3>
      <ul className={styles.entries}>
        {list.entries.map(({ title, by, date, url, description }) => (
          <Entry
            key={`${title} ${date?.iso}`}
            date={date?.label}
            title={<ExternalLink href={url}>{title}</ExternalLink>}
            by={by}
            description={description}
          />
        ))}
      </ul>
    </div>
  )
}

function Entry(props: EntryProps) {
  const { date, title, heading: Heading = 'h4', by, description, highlights } = props
  return (
    <li className={styles.entry}>
      <Heading>{title}</Heading>
      {by && <p className={styles.school}>{by}</p>}
      {date && <p className={styles.period}>{date}</p>}
      {description && (
        <p className={styles.description}>
          <RichText text={description} />
        </p>
      )}
      {highlights && (
        <ul className={styles.highlights}>
          {highlights.map((highlight) => (
            <li key={highlight.source}>
              <RichText text={highlight} />
            </li>
          ))}
        </ul>
      )}
      {props.children}
    </li>
  )
}

function Skills({ area, heading, skills, language }: SkillsProps) {
  return (
    <div data-area={area}>
      <h3 className={styles.heading}>{heading}</h3>
      {arePlain(skills) ? (
        <p>{skills.map(({ name }) => name).join(commaIn(language))}</p>
      ) : (
        <ul className={styles.skills}>
          {skills.map((skill) => (
            <li key={skill.name} className={styles.skill}>
              <SkillBar {...skill} language={language} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Whether the skills have names only: they are then shown in one running line. */
function arePlain(skills: Skill[]): boolean {
  return skills.every(
    ({ level, description, keywords }) => level === undefined && !description && !keywords,
  )
}

/** A skill with its level as a bar, which screen readers read as a number. */
function SkillBar({ name, level, description, keywords, color, language }: SkillBarProps) {
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  return (
    <>
      <p className={styles.label}>
        <strong>{name}</strong>
        {description && <span className={styles.detail}>{description}</span>}
      </p>
      {level !== undefined && (
        <>
          <p data-visually-hidden="">{percent.format(level / 100)}</p>
          {/* SVG attributes, so that a strict Content-Security-Policy can forbid inline styles. */}
          <svg className={styles.bar} aria-hidden="true" width="100%" height="5">
            <rect className={styles.track} width="100%" height="5" rx="1" />
            <rect className={styles.value} fill={color} width={`${level}%`} height="5" rx="1" />
          </svg>
        </>
      )}
      {keywords && <p className={styles.keywords}>{keywords.join(commaIn(language))}</p>}
    </>
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
  heading?: 'h5'
  /** The institution, employer or issuer. */
  by?: ReactNode
  description?: Text | undefined
  highlights?: Text[] | undefined
  children?: ReactNode
}

type Shared = { comma: string }

type TimelineProps = Shared & {
  heading: string
  entries: Tenure[]
  area: 'education' | 'experience' | 'volunteering'
}

type ResumeProps = {
  id: string
  resume: NonNullable<Portfolio['resume']>
  language: string
}
