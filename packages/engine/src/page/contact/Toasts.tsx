import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import styles from './Toasts.module.css'

const VISIBLE_MS = 5000
const CLOSE_MS = 300

/** Toasts with a timeout. The live region next to the Send button announces the same outcome. */
export function Toasts({ label, dismissLabel, toasts, onClose }: ToastsProps) {
  return (
    // A landmark only if it is not empty.
    <section
      className={styles.toasts}
      aria-label={toasts.length > 0 ? label : undefined}
      data-no-print=""
    >
      {toasts.map(({ id, type, text }) => (
        <Toast
          key={id}
          type={type}
          text={text}
          dismissLabel={dismissLabel}
          onClose={() => onClose(id)}
        />
      ))}
    </section>
  )
}

function Toast({ type, text, dismissLabel, onClose }: ToastProps) {
  const { isClosing, dismiss, pauseHandlers } = useLifetime(onClose)
  const previousFocus = useRef<HTMLElement>(null)
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)
    if (isOutside) previousFocus.current = relatedTarget
  }
  return (
    <div
      className={styles.toast}
      data-type={type}
      data-closing={isClosing ? '' : undefined}
      onFocusCapture={rememberFocus}
      {...pauseHandlers}
    >
      <Icon name={type === 'success' ? 'circle-check' : 'circle-alert'} />
      <p className={styles.text}>{text}</p>
      <IconButton
        icon="lucide:x"
        label={dismissLabel}
        onClick={() => {
          previousFocus.current?.focus()
          dismiss()
        }}
      />
    </div>
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

type ToastType = 'success' | 'error'

type ToastProps = { type: ToastType; text: string; dismissLabel: string; onClose: () => void }

type ToastsProps = {
  /** The accessible name of the region. */
  label: string
  dismissLabel: string
  toasts: { id: number; type: ToastType; text: string }[]
  onClose: (id: number) => void
}
