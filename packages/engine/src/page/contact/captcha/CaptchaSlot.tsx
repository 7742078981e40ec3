import { type Ref, useRef } from 'react'
import type { Captcha } from '../../../content/contact.ts'
import type { FormWords } from '../../../content/schema.ts'
import { Icon } from '../../components/Icon.tsx'
import type { CaptchaStatus } from '../form-state.ts'
import styles from './CaptchaSlot.module.css'

/** Reserves space for a captcha widget before it loads, and shows its status. */
export function CaptchaSlot({ captcha, status, words, slot, onRetry }: CaptchaSlotProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const { hint, error, announced } = textsOf(status, words)
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
    >
      <legend data-visually-hidden="">{words.captcha}</legend>
      <div ref={slot} className={styles.slot} />
      {/* All hints take up space, so that the button below does not move when they change. */}
      {[words.captchaWaiting, words.captchaLoading].map((text) => (
        <p key={text} className={styles.hint} data-visible={text === hint ? '' : undefined}>
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
        {error ?? announced}
      </p>
      {error && (
        <button type="button" className={styles.retry} onClick={retry}>
          {words.captchaRetry}
        </button>
      )}
    </fieldset>
  )
}

function textsOf(status: CaptchaStatus, words: FormWords): CaptchaTexts {
  switch (status) {
    case 'waiting':
      return { hint: words.captchaWaiting }
    case 'loading':
      return { hint: words.captchaLoading }
    case 'ready':
      return {}
    case 'checking':
      return { announced: words.captchaChecking }
    case 'solved':
      return { announced: words.captchaDone }
    case 'expired':
      return { error: words.captchaExpired }
    case 'failed':
      return { error: words.captchaFailed }
    case 'offline':
      return { error: words.captchaOffline }
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
  words: FormWords
  /** The element into which the provider renders. */
  slot: Ref<HTMLDivElement> | undefined
  onRetry: () => void
}
