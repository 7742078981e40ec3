import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { REDUCED_MOTION, useMedia } from '../behaviour/media.ts'
import { useTypewriter } from '../behaviour/use-typewriter.ts'
import { IconButton } from './IconButton.tsx'
import styles from './Typewriter.module.css'

/** How long the page lies still before the line begins with its first pause. */
const ARRIVAL_MS = 2000

/**
 * A heading that types its phrases. All letters of a phrase are always on the page and only their
 * visibility changes, so nothing moves; readers hear one text that stands still.
 */
export function Typewriter({ phrases, pauseLabel, playLabel, children }: TypewriterProps) {
  const letters = useMemo(() => phrases.map(spellOut), [phrases])
  const lengths = useMemo(() => letters.map((phrase) => phrase.length), [letters])
  const [isPaused, setIsPaused] = useState(false)
  const isStill = useMedia(REDUCED_MOTION) ?? true
  const isSettled = useSettled()
  const isTyping = isSettled && !isStill
  const isRunning = isTyping && !isPaused
  const typed = useTypewriter(lengths, isRunning)
  const phrase = isStill ? 0 : typed.phrase

  return (
    <>
      <div className={styles.lead}>
        {children}
        <span className={styles.control} data-needs-script="" data-screen-only="">
          <IconButton
            icon={isPaused ? 'play' : 'pause'}
            label={isPaused ? playLabel : pauseLabel}
            onClick={() => setIsPaused(!isPaused)}
          />
        </span>
      </div>
      <h1 className={styles.line}>
        <span data-hidden-text="">{phrases.join(' ')}</span>
        <span className={styles.stack} aria-hidden="true">
          {phrases.map((text) => (
            <span key={text} className={styles.room} data-text={text} />
          ))}
          <span className={styles.phrase} data-is-running={isRunning}>
            {isTyping
              ? letters[phrase]?.map(({ key, letter }, index) => (
                  <span key={key} data-typed={index < typed.letters}>
                    {letter}
                  </span>
                ))
              : phrases[phrase]}
          </span>
        </span>
      </h1>
    </>
  )
}

/**
 * Letters must not begin to come while the font that sets their places is on its way, nor while the
 * rest of the page comes and the first phrase is read.
 */
function useSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    document.fonts.ready.then(() => setTimeout(() => setIsSettled(true), ARRIVAL_MS))
  }, [])
  return isSettled
}

/** The letters of a phrase, each with its place, because a letter may come twice. */
function spellOut(phrase: string) {
  return [...phrase].map((letter, place) => ({ key: `${place}${letter}`, letter }))
}

export type TypewriterProps = {
  phrases: string[]
  pauseLabel: string
  playLabel: string
  /** What stands above the line, beside the pause button. */
  children?: ReactNode
}
