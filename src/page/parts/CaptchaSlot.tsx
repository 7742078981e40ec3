import type { Ref } from 'react'
import styles from './CaptchaSlot.module.css'
import { Icon } from './Icon.tsx'

/** The room of a captcha, kept free before it comes, and what is to be said about it. */
export function CaptchaSlot(props: CaptchaSlotProps) {
  const { label, slot, size, text, isFault, retryLabel, onRetry } = props
  return (
    <fieldset className={styles.captcha} data-size={size} data-needs-script="">
      <legend data-hidden-text="">{label}</legend>
      <div ref={slot} className={styles.slot} />
      <p className={styles.line} role="status" data-is-fault={isFault}>
        {isFault && <Icon name="circle-alert" />}
        {text}
      </p>
      {onRetry && (
        <button type="button" className={styles.retry} onClick={onRetry}>
          {retryLabel}
        </button>
      )}
    </fieldset>
  )
}

export type CaptchaSlotProps = {
  /** The name of the group, for readers. */
  label: string
  /** Where the provider draws. */
  slot: Ref<HTMLDivElement> | undefined
  /** How much room the widget will take. */
  size: 'line' | 'box' | 'tall'
  text: string | undefined
  isFault: boolean
  retryLabel: string
  onRetry: (() => void) | undefined
}
