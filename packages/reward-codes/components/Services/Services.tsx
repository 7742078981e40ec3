import type { Portfolio } from '../../content/portfolio.ts'
import { Icon } from '../Icon/Icon.tsx'
import { RichText } from '../RichText/RichText.tsx'
import { Section } from '../Section/Section.tsx'
import styles from './Services.module.css'

/** The services of the owner, as a grid. */
export default function Services({ id, services }: ServicesProps) {
  return (
    <Section id={id} heading={services.heading}>
      <ul className={styles.cards}>
        {services.cards.map(({ title, description, icon }) => (
          <li key={`${title} ${description?.source}`} className={styles.card}>
            <Icon name={icon} />
            <div>
              <h3 className={styles.title}>{title}</h3>
              {description && (
                <p className={styles.description}>
                  <RichText text={description} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type ServicesProps = {
  id: string
  services: NonNullable<Portfolio['services']>
}
