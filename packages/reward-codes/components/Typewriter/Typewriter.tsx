import { useEffect, useMemo, useState } from 'react'
import { IconButton } from '../Button/Button.tsx'
import { island } from '../island/island.tsx'
import { attempt } from '../lib/feature-detection.ts'
import { REDUCED_MOTION } from '../lib/media.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import styles from './Typewriter.module.css'
import { useTypewriter } from './use-typewriter.ts'

/** Delay between the loaded fonts and the first pause of the animation. */
const START_DELAY_MS = 2000

/**
 * A heading that types its phrases. All letters of a phrase are always rendered and only their
 * visibility changes, so nothing shifts. Screen readers read one static text.
 */
function Typewriter({ greeting, phrases, pauseLabel, playLabel }: TypewriterProps) {
  const letters = useMemo(() => phrases.map(splitIntoLetters), [phrases])
  const lengths = useMemo(() => letters.map((phrase) => phrase.length), [letters])
  const [isPaused, setIsPaused] = useState(false)
  const prefersReducedMotion = useMediaQuery(REDUCED_MOTION) ?? true
  const isReady = useStartDelay()
  const isTyping = isReady && !prefersReducedMotion
  const isRunning = isTyping && !isPaused
  const typed = useTypewriter(lengths, isRunning)
  const phrase = prefersReducedMotion ? 0 : typed.phrase

  return (
    <>
      <div className={styles.intro}>
        <p className={styles.greeting}>{greeting}</p>
        <span className={styles.control} data-js-only="" data-no-print="">
          <IconButton
            icon={isPaused ? 'play' : 'pause'}
            label={pauseLabel}
            title={isPaused ? playLabel : pauseLabel}
            aria-pressed={isPaused}
            onClick={() => setIsPaused(!isPaused)}
          />
        </span>
      </div>
      <h1 className={styles.line}>
        <span data-visually-hidden="">{phrases.join(' ')}</span>
        <span className={styles.stack} aria-hidden="true">
          {[...new Set(phrases)].map((text) => (
            <span key={text} className={styles.sizer} data-text={text} />
          ))}
          <span
            className={styles.phrase}
            data-phrase={phrase}
            data-running={isRunning ? '' : undefined}
          >
            {isTyping
              ? letters[phrase]?.map(({ key, letter }, index) => (
                  <span key={key} data-typed={index < typed.letters ? '' : undefined}>
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
 * Returns true START_DELAY_MS after the fonts are loaded. Typing earlier would use the wrong letter
 * positions and disturb reading the first phrase while the page loads.
 */
function useStartDelay(): boolean {
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const startTimer = () => {
      timer = setTimeout(() => setIsReady(true), START_DELAY_MS)
    }
    const fonts = attempt(() => document.fonts.ready) ?? Promise.resolve()
    fonts.then(startTimer)
    return () => clearTimeout(timer)
  }, [])
  return isReady
}

/** The letters of a phrase, with keys that distinguish repeated letters. */
function splitIntoLetters(phrase: string) {
  return splitGraphemes(phrase).map((letter, index) => ({ key: `${index}${letter}`, letter }))
}

/** Splits by grapheme cluster: a flag, a family emoji or an accented letter is one letter. */
function splitGraphemes(text: string): string[] {
  const segments = attempt(() => [...new Intl.Segmenter().segment(text)])
  return segments?.map(({ segment }) => segment) ?? [...text]
}

export default island('typewriter', Typewriter)

type TypewriterProps = {
  /** Shown above the heading, next to the pause button. */
  greeting: string
  phrases: string[]
  pauseLabel: string
  playLabel: string
}
