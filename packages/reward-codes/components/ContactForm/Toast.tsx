import { type FocusEvent, useRef } from 'react'
import { IconButton } from '../Button/Button.tsx'
import { Icon } from '../Icon/Icon.tsx'
import type { ToastKind } from './form-state.ts'
import { useFormStrings } from './form-strings.ts'
import styles from './Toast.module.css'

/**
 * A toast. It closes when the animation that fades it out has ended; Toast.module.css has the times. The animation rests
 * while the pointer or the focus is on it. The live region next to the Send button announces the same outcome.
 */
export function Toast({ kind, onClose }: ToastProps) {
  const strings = useFormStrings()
  const previousFocus = useRef<HTMLElement>(null)
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)
    if (isOutside) previousFocus.current = relatedTarget
  }
  const isSuccess = kind === 'toastSent'
  return (
    <section className={styles.region} aria-label={strings.toasts} data-no-print="">
      <div
        className={styles.toast}
        data-type={isSuccess ? 'success' : 'error'}
        onFocusCapture={rememberFocus}
        onAnimationEnd={onClose}
      >
        <Icon name={isSuccess ? 'circle-check' : 'circle-alert'} />
        <p className={styles.text}>{strings[kind]}</p>
        <IconButton
          icon="lucide:x"
          label={strings.dismiss}
          onClick={() => {
            previousFocus.current?.focus()
            onClose()
          }}
        />
      </div>
    </section>
  )
}

type ToastProps = { kind: ToastKind; onClose: () => void }
