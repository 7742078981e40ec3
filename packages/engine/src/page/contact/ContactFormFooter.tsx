import type { Ref } from 'react'
import type { FormContact, FormStrings } from '../../content/schema.ts'
import { Icon } from '../components/Icon.tsx'
import styles from './ContactFormFooter.module.css'
import { CaptchaSlot } from './captcha/CaptchaSlot.tsx'
import { type FormState, type FormStatus, isSending } from './form-state.ts'

/** The end of the form: the captcha, the Send button and the status message. */
export function ContactFormFooter(props: ContactFormFooterProps) {
  const { contact, strings, state, refs, onRetryCaptcha } = props
  const { captcha } = contact.form
  const { status } = state
  const isBusy = isSending(state)
  return (
    <div className={styles.foot}>
      {captcha.provider !== 'none' && (
        <CaptchaSlot
          captcha={captcha}
          status={state.captcha}
          strings={strings}
          slot={refs?.slot}
          onRetry={onRetryCaptcha}
        />
      )}
      <div className={styles.end}>
        <button ref={refs?.button} type="submit" className={styles.send} disabled={isBusy}>
          {isBusy ? strings.sending : strings.send}
        </button>
        <p
          ref={refs?.notice}
          className={styles.notice}
          // Not role="status": screen readers announce an empty one as a status bar.
          aria-live="polite"
          aria-atomic="true"
          data-notice={status}
        >
          {/* Shown while the form has data-pending, which loader.ts sets before hydration. */}
          <span className={styles.early}>{strings.waiting}</span>
          {status && hasIcon(status) && (
            <Icon name={status === 'sent' ? 'circle-check' : 'circle-alert'} />
          )}
          {status && status !== 'waiting' && (
            <span data-visually-hidden={status === 'sending' ? '' : undefined}>
              {statusText(status, strings)}{' '}
              {offersEmail(status) && contact.email && (
                <>
                  {strings.orWrite} <a href={`mailto:${contact.email}`}>{contact.email}</a>
                </>
              )}
            </span>
          )}
        </p>
      </div>
    </div>
  )
}

/** Whether the status is an outcome. */
function hasIcon(status: FormStatus): boolean {
  return !['waiting', 'sending'].includes(status)
}

/** Whether to suggest email instead of the form. */
function offersEmail(status: FormStatus): boolean {
  return hasIcon(status) && !['sent', 'faults', 'captcha'].includes(status)
}

function statusText(status: Exclude<FormStatus, 'waiting'>, strings: FormStrings): string {
  return status === 'captcha' ? strings.captchaFirst : strings[status]
}

export type ContactFormFooterProps = {
  contact: FormContact
  strings: FormStrings
  state: FormState
  refs?:
    | {
        slot: Ref<HTMLDivElement>
        button: Ref<HTMLButtonElement>
        notice: Ref<HTMLParagraphElement>
      }
    | undefined
  onRetryCaptcha: () => void
}
