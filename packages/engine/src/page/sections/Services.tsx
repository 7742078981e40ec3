import type { Portfolio } from '../../content/schema.ts'
import { Icon } from '../parts/Icon.tsx'
import { Section } from '../parts/Section.tsx'
import styles from './Services.module.css'

/** What the owner does, as a ruled grid. */
export function Services({ id, services }: ServicesProps) {
  return (
    <Section id={id} heading={services.heading}>
      <ul className={styles.cards}>
        {services.cards.map(({ title, description, icon }) => (
          <li key={`${title} ${description}`} className={styles.card}>
            <Icon name={icon} />
            <div>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.description}>{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export type ServicesProps = { id: string; services: NonNullable<Portfolio['services']> }
