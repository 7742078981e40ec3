import type { Portfolio } from '../../content/portfolio.ts'
import { ResumeDownload, type ResumeDownloadProps } from '../Downloads/Downloads.tsx'
import { Paragraphs } from '../RichText/RichText.tsx'
import { Section } from '../Section/Section.tsx'
import styles from './About.module.css'

/** The bio, the resume download and the key figures. */
export default function About({ id, about, resume }: AboutProps) {
  return (
    <Section id={id} heading={about.heading}>
      <div className={styles.bio}>
        <Paragraphs texts={about.bio} />
      </div>
      {resume && (
        <p className={styles.resume}>
          <ResumeDownload {...resume} />
        </p>
      )}
      {about.figures.length > 0 && (
        <dl className={styles.figures}>
          {about.figures.map(({ number, description }) => (
            <div key={description} className={styles.figure}>
              <dt className={styles.description}>{description}</dt>
              <dd className={styles.number}>{number}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}

type AboutProps = {
  id: string
  about: NonNullable<Portfolio['about']>
  resume: ResumeDownloadProps | undefined
}
