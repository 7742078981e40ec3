import { type Ref, useEffectEvent, useRef } from 'react'
import type { Captcha as CaptchaConfig } from '../../content/schema/contact.ts'
import { Icon } from '../Icon/Icon.tsx'
import { useSafeEffect } from '../lib/use-safe-effect.ts'
import styles from './ContactForm.module.css'
import type { CaptchaState } from './form-state.ts'
import { useFormStrings } from './form-strings.ts'

/**
 * The box of the built-in captcha, or the widget of a provider. The widget loads at the first interaction with the
 * form; until then the box stands in its place, and in its size.
 */
export function Captcha({ config, state, isMissing, slot, onStart }: CaptchaProps) {
  const strings = useFormStrings()
  const group = useRef<HTMLFieldSetElement>(null)
  const box = useRef<HTMLInputElement>(null)
  // A box that was pressed before hydration is checked already.
  const handleHydration = useEffectEvent(() => box.current?.checked && onStart())
  useSafeEffect(() => void handleHydration(), [])
  const isOwn = config.provider === 'altcha'
  const { captchaLabel: open, captchaLoading: loading, captchaDone: solved } = strings
  const checking = isOwn ? strings.captchaChecking : loading
  const label = { open, checking, solved, failed: open }[state.is]
  const error = state.is === 'failed' && strings[state.why]
  // A widget announces its own states.
  const said = error || (isOwn && state.is !== 'open' && label)
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      className={styles.captcha}
      data-size={'size' in config ? config.size : undefined}
      data-js-only=""
    >
      <legend data-visually-hidden="" suppressHydrationWarning>
        {strings.captcha}
      </legend>
      <div ref={slot} className={styles.widget} />
      <label
        className={styles.check}
        data-state={state.is}
        data-invalid={isMissing ? '' : undefined}
      >
        <input
          ref={box}
          id="message-captcha"
          type="checkbox"
          checked={state.is === 'solved'}
          aria-invalid={isMissing}
          onChange={onStart}
        />
        <span key={label} suppressHydrationWarning>
          {label}
        </span>
      </label>
      <p
        className={styles.error}
        aria-live="polite"
        aria-atomic="true"
        data-visually-hidden={error ? undefined : ''}
      >
        {error && <Icon name="circle-alert" />}
        {said && <span key={said}>{said}</span>}
      </p>
      {error && (
        <button
          type="button"
          className={styles.textButton}
          onClick={() => {
            // The button disappears while the captcha runs.
            group.current?.focus({ preventScroll: true })
            onStart()
          }}
        >
          {strings.captchaRetry}
        </button>
      )}
    </fieldset>
  )
}

type CaptchaProps = {
  config: CaptchaConfig
  state: CaptchaState
  /** Whether a message was stopped because the captcha is not solved. */
  isMissing: boolean
  /** The element in which a provider renders its widget. */
  slot: Ref<HTMLDivElement>
  onStart: () => void
}
