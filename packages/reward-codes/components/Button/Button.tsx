import type { ComponentProps } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import styles from './Button.module.css'

/** A link styled as a button. */
export function ButtonLink({ variant = 'primary', ...props }: ButtonLinkProps) {
  return <a className={styles.link} data-variant={variant} {...props} />
}

type ButtonLinkProps = ComponentProps<'a'> & {
  /** `primary` for the main action, `secondary` for others. */
  variant?: 'primary' | 'secondary'
  /** The subject that a link to the contact form chooses there. */
  'data-subject'?: string | undefined
}

/** A button for the main action of a form. */
export function Button(props: ComponentProps<'button'>) {
  return <button className={styles.link} data-variant="primary" {...props} />
}

/** A square icon button. `label` is its accessible name and its tooltip. */
export function IconButton({ icon, label, title = label, children, ...props }: IconButtonProps) {
  return (
    <button type="button" className={styles.icon} aria-label={label} title={title} {...props}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

type IconButtonProps = ComponentProps<'button'> & {
  label: string
  icon?: string
  /** `off` for a button that may be disabled: Firefox restores on reload whether it was (https://bugzil.la/654072). */
  autoComplete?: 'off'
}
