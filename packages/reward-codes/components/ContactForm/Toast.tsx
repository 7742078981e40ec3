import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormStrings } from 'reward-codes/internal/content/schema.ts'
import { IconButton } from '../Button/Button.tsx'
import { Icon } from '../Icon/Icon.tsx'
import type { ToastKind } from './form-state.ts'
import styles from './Toast.module.css'

const VISIBLE_MS = 5000
const CLOSE_MS = 300

/** A toast with a timeout. The live region next to the Send button announces the same outcome. */
export function Toast({ kind, strings, onClose }: ToastProps) {
  const { isClosing, dismiss, pauseHandlers } = useLifetime(onClose)
  const previousFocus = useRef<HTMLElement>(null)
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)
    if (isOutside) previousFocus.current = relatedTarget
  }
  const { toastSent: sent, toastCaptcha: captcha, toastFailed: failed } = strings
  const texts: Record<ToastKind, string> = { sent, captcha, failed }
  return (
    <section className={styles.region} aria-label={strings.toasts} data-no-print="">
      <div
        className={styles.toast}
        data-type={kind === 'sent' ? 'success' : 'error'}
        data-closing={isClosing ? '' : undefined}
        onFocusCapture={rememberFocus}
        {...pauseHandlers}
      >
        <Icon name={kind === 'sent' ? 'circle-check' : 'circle-alert'} />
        <p className={styles.text}>{texts[kind]}</p>
        <IconButton
          icon="lucide:x"
          label={strings.dismiss}
          onClick={() => {
            previousFocus.current?.focus()
            dismiss()
          }}
        />
      </div>
    </section>
  )
}

/** Closes the toast after VISIBLE_MS. Hover and focus pause the timer. */
function useLifetime(onClose: () => void) {
  const [isClosing, setIsClosing] = useState(false)
  const [isDismissed, setIsDismissed] = useState(false)
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const remaining = useRef(VISIBLE_MS)
  const isRunning = isDismissed || !(isHovered || isFocused)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!isRunning) return
    const startedAt = Date.now()
    const duration = isDismissed ? 0 : remaining.current
    // Start both timers now, so that the end does not wait for the fade to render.
    const fade = setTimeout(() => setIsClosing(true), duration)
    const end = setTimeout(() => close(), duration + CLOSE_MS)
    return () => {
      clearTimeout(fade)
      clearTimeout(end)
      remaining.current = Math.max(0, duration - (Date.now() - startedAt))
    }
  }, [isRunning, isDismissed])

  return {
    // Hover or focus during the fade shows the toast again.
    isClosing: isClosing && isRunning,
    dismiss: () => setIsDismissed(true),
    pauseHandlers: {
      onPointerEnter: () => setIsHovered(true),
      onPointerLeave: () => setIsHovered(false),
      onFocus: () => setIsFocused(true),
      onBlur: () => setIsFocused(false),
    },
  }
}

type ToastProps = { kind: ToastKind; strings: FormStrings; onClose: () => void }
