import { type Ref, useRef } from 'react'
import styles from './CaptchaSlot.module.css'
import { Icon } from './Icon.tsx'

/** The room of a captcha, kept free before it comes, and what is to be said about it. */
export function CaptchaSlot(props: CaptchaSlotProps) {
  const { label, slot, size, text, isFault, retryLabel, onRetry } = props
  const group = useRef<HTMLFieldSetElement>(null)
  // The button goes while the captcha comes, and the focus must not go with it.
  const retry = () => {
    group.current?.focus({ preventScroll: true })
    onRetry?.()
  }
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      className={styles.captcha}
      data-size={size}
      data-needs-script=""
    >
      <legend data-hidden-text="">{label}</legend>
      <div ref={slot} className={styles.slot} />
      <p className={styles.line} role="status" data-is-fault={isFault}>
        {isFault && <Icon name="circle-alert" />}
        {text}
      </p>
      {onRetry && (
        <button type="button" className={styles.retry} onClick={retry}>
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
