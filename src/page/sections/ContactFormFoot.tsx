import type { Ref } from 'react'
import type { Captcha } from '../../content/contact.ts'
import type { FormWords, Portfolio } from '../../content/schema.ts'
import type { CaptchaStatus, FormState, Notice } from '../behaviour/form/form-state.ts'
import { CaptchaSlot } from '../parts/CaptchaSlot.tsx'
import { Icon } from '../parts/Icon.tsx'
import styles from './ContactFormFoot.module.css'

/** The end of the form: the captcha, the button, and what became of the message. */
export function ContactFormFoot(props: ContactFormFootProps) {
  const { contact, words, state, refs, onRetryCaptcha } = props
  const { captcha } = contact.form
  const { notice } = state
  const isLost = isFault(state.captcha)
  return (
    <div className={styles.foot}>
      {captcha.provider !== 'none' && (
        <CaptchaSlot
          label={words.captcha}
          slot={refs?.slot}
          size={sizeOf(captcha)}
          text={captchaText(state.captcha, words)}
          isFault={isLost}
          retryLabel={words.captchaRetry}
          onRetry={isLost ? onRetryCaptcha : undefined}
        />
      )}
      <div className={styles.end}>
        <button ref={refs?.button} type="submit" className={styles.send} disabled={state.isSending}>
          {state.isSending ? words.sending : words.send}
        </button>
        <p ref={refs?.notice} className={styles.notice} role="status" data-notice={notice}>
          {notice && notice !== 'sending' && (
            <Icon name={notice === 'sent' ? 'circle-check' : 'circle-alert'} />
          )}
          {notice && (
            <span data-hidden-text={notice === 'sending' ? '' : undefined}>
              {noticeText(notice, words)}{' '}
              {hasWayOn(notice) && contact.email && (
                <>
                  {words.orWrite} <a href={`mailto:${contact.email}`}>{contact.email}</a>
                </>
              )}
            </span>
          )}
        </p>
      </div>
    </div>
  )
}

/** Whether another way than the form helps. */
function hasWayOn(notice: Notice): boolean {
  return !['sending', 'sent', 'faults', 'captcha'].includes(notice)
}

function noticeText(notice: Notice, words: FormWords): string {
  return notice === 'captcha' ? words.captchaFirst : words[notice]
}

function isFault(status: CaptchaStatus): boolean {
  return status === 'expired' || status === 'failed' || status === 'offline'
}

function captchaText(status: CaptchaStatus, words: FormWords): string | undefined {
  switch (status) {
    case 'ready':
      return undefined
    case 'waiting':
      return words.captchaWaiting
    case 'loading':
      return words.captchaLoading
    case 'expired':
      return words.captchaExpired
    case 'failed':
      return words.captchaFailed
    case 'offline':
      return words.captchaOffline
  }
}

function sizeOf(captcha: Captcha): 'line' | 'box' | 'tall' {
  if (captcha.provider === 'altcha' || captcha.provider === 'none') return 'line'
  return captcha.size === 'compact' ? 'tall' : 'box'
}

export type ContactFormFootProps = {
  contact: NonNullable<Portfolio['contact']>
  words: FormWords
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
