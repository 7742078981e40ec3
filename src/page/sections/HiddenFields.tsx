import {
  ACCOUNT_FIELD,
  SECONDS_FIELD,
  SERVICE_FIELD,
  SUBMISSION_FIELD,
  TEMPLATE_FIELD,
  TRAP_FIELD,
} from '../../wire/fields.ts'
import styles from './HiddenFields.module.css'

/**
 * What travels with a message and is nobody's to fill in. Without scripts the browser itself must
 * say where the message goes; with them, the client of EmailJS says the same once more. Fields
 * without a value are written by scripts: React would take a `defaultValue` back with the next
 * drawing.
 */
export function HiddenFields({ account, trapLabel }: HiddenFieldsProps) {
  return (
    <>
      <input type="hidden" name={SERVICE_FIELD} value={account.service} />
      <input type="hidden" name={TEMPLATE_FIELD} value={account.template} />
      <input type="hidden" name={ACCOUNT_FIELD} value={account.publicKey} />
      <input type="hidden" name={SUBMISSION_FIELD} />
      <input type="hidden" name={SECONDS_FIELD} />
      <div className={styles.trap} aria-hidden="true">
        <label>
          {trapLabel}
          <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}

export type HiddenFieldsProps = {
  account: { service: string; template: string; publicKey: string }
  trapLabel: string
}
