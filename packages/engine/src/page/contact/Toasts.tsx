import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Toasts.module.css'

const VISIBLE_MS = 5000
const FADE_MS = 300

/** Short notices that go by themselves. Their regions stand there before any notice does. */
export function Toasts({ label, dismissLabel, toasts, onGone }: ToastsProps) {
  const draw = (type: ToastType) =>
    toasts
      .filter((toast) => toast.type === type)
      .map(({ id, text }) => (
        <Toast
          key={id}
          type={type}
          text={text}
          dismissLabel={dismissLabel}
          onGone={() => onGone(id)}
        />
      ))
  return (
    <section className={styles.toasts} aria-label={label} data-screen-only="">
      <div role="alert" aria-atomic="false" className={styles.region}>
        {draw('error')}
      </div>
      <div role="status" aria-atomic="false" className={styles.region}>
        {draw('success')}
      </div>
    </section>
  )
}

function Toast({ type, text, dismissLabel, onGone }: ToastProps) {
  const { isFading, dismiss, holders } = useLifetime(onGone)
  const cameFrom = useRef<HTMLElement>(null)
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)
    if (isOutside) cameFrom.current = relatedTarget
  }
  return (
    <div
      className={styles.toast}
      data-type={type}
      data-is-fading={isFading}
      onFocusCapture={rememberFocus}
      {...holders}
    >
      <Icon name={type === 'success' ? 'circle-check' : 'circle-alert'} />
      <p className={styles.text}>{text}</p>
      <IconButton
        icon="lucide:x"
        label={dismissLabel}
        onClick={() => {
          cameFrom.current?.focus()
          dismiss()
        }}
      />
    </div>
  )
}

/** Counts the time down while nobody holds the toast, by pointer or by focus. */
function useLifetime(onGone: () => void) {
  const [isFading, setIsFading] = useState(false)
  const [isDismissed, setIsDismissed] = useState(false)
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const left = useRef(VISIBLE_MS)
  const isRunning = isDismissed || !(isHovered || isFocused)
  const leave = useEffectEvent(onGone)

  useEffect(() => {
    if (!isRunning) return
    const startedAt = Date.now()
    const rest = isDismissed ? 0 : left.current
    // Both at once, so that the end does not wait until the fading has been drawn.
    const fade = setTimeout(() => setIsFading(true), rest)
    const end = setTimeout(() => leave(), rest + FADE_MS)
    return () => {
      clearTimeout(fade)
      clearTimeout(end)
      left.current = Math.max(0, rest - (Date.now() - startedAt))
    }
  }, [isRunning, isDismissed])

  return {
    // Held in the last moment, a toast comes back.
    isFading: isFading && isRunning,
    dismiss: () => setIsDismissed(true),
    holders: {
      onPointerEnter: () => setIsHovered(true),
      onPointerLeave: () => setIsHovered(false),
      onFocus: () => setIsFocused(true),
      onBlur: () => setIsFocused(false),
    },
  }
}

type ToastType = 'success' | 'error'

type ToastProps = { type: ToastType; text: string; dismissLabel: string; onGone: () => void }

export type ToastsProps = {
  /** The name of the region, for readers. */
  label: string
  dismissLabel: string
  toasts: { id: number; type: ToastType; text: string }[]
  onGone: (id: number) => void
}
