import { type Ref, useRef } from 'react'
import type { Captcha } from 'reward-codes/internal/content/contact.ts'
import type { FormStrings } from 'reward-codes/internal/content/schema.ts'
import { Icon } from '../../Icon/Icon.tsx'
import type { CaptchaStatus } from '../form-state.ts'
import styles from './CaptchaSlot.module.css'

/** Reserves space for a captcha widget before it loads, and shows its status. */
export function CaptchaSlot({ captcha, status, strings, slot, onRetry }: CaptchaSlotProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const { hint, error, announced } = textsOf(status, strings)
  const message = error ?? announced
  // The retry button disappears while the captcha loads, so move the focus to the group first.
  const retry = () => {
    group.current?.focus({ preventScroll: true })
    onRetry()
  }
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      className={styles.captcha}
      data-size={sizeOf(captcha)}
      data-js-only=""
      // Firefox reports it as invalid while the required box in it is not checked.
      aria-invalid={false}
    >
      <legend data-visually-hidden="" suppressHydrationWarning>
        {strings.captcha}
      </legend>
      <div ref={slot} className={styles.slot} />
      {/* All hints take up space, so that the button below does not move when they change. */}
      {[strings.captchaWaiting, strings.captchaLoading].map((text) => (
        <p
          key={text}
          className={styles.hint}
          data-visible={text === hint ? '' : undefined}
          suppressHydrationWarning
        >
          {text}
        </p>
      ))}
      <p
        className={styles.line}
        aria-live="polite"
        aria-atomic="true"
        data-visually-hidden={announced && ''}
      >
        {error && <Icon name="circle-alert" />}
        {message && <span>{message}</span>}
      </p>
      {error && (
        <button type="button" className={styles.retry} onClick={retry}>
          {strings.captchaRetry}
        </button>
      )}
    </fieldset>
  )
}

function textsOf(status: CaptchaStatus, strings: FormStrings): CaptchaTexts {
  switch (status) {
    case 'waiting':
      return { hint: strings.captchaWaiting }
    case 'loading':
      return { hint: strings.captchaLoading }
    case 'ready':
      return {}
    case 'checking':
      return { announced: strings.captchaChecking }
    case 'solved':
      return { announced: strings.captchaDone }
    case 'expired':
      return { error: strings.captchaExpired }
    case 'failed':
      return { error: strings.captchaFailed }
    case 'offline':
      return { error: strings.captchaOffline }
  }
}

/** How much space the widget takes. */
function sizeOf(captcha: Captcha): 'line' | 'box' | 'tall' {
  if (captcha.provider === 'altcha' || captcha.provider === 'none') return 'line'
  return captcha.size === 'compact' ? 'tall' : 'box'
}

type CaptchaTexts = {
  /** Shown in place of a widget that is not loaded yet. */
  hint?: string
  /** Shown below the widget, and announced. */
  error?: string
  /** Only announced, because the widget shows it. */
  announced?: string
}

type CaptchaSlotProps = {
  captcha: Captcha
  status: CaptchaStatus
  strings: FormStrings
  /** The element into which the provider renders. */
  slot: Ref<HTMLDivElement>
  onRetry: () => void
}
