import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../Button/Button.tsx'
import { island } from '../island/island.tsx'
import { attempt } from '../lib/feature-detection.ts'
import { REDUCED_MOTION } from '../lib/media.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import styles from './Typewriter.module.css'
import { useTypewriter } from './use-typewriter.ts'

const PAUSE = 'M3 2h4v12H3zm6 0h4v12H9z'
const PLAY = 'M4 2l10 6-10 6z'

/**
 * A heading that types its phrases. All letters of a phrase are always rendered and only their
 * colour changes, so nothing shifts. Screen readers read one static text.
 */
function Typewriter({ greeting, phrases, pauseLabel, playLabel }: TypewriterProps) {
  const line = useRef<HTMLHeadingElement>(null)
  const letters = useMemo(() => phrases.map(splitIntoLetters), [phrases])
  const lengths = useMemo(() => letters.map((phrase) => phrase.length), [letters])
  const [isPaused, setIsPaused] = useState(false)
  const hasFonts = useFonts()
  const isMotionReduced = useMediaQuery(REDUCED_MOTION) ?? true
  const isStatic = isMotionReduced || !hasFonts
  const typed = useTypewriter(lengths, !isStatic && !isPaused, line)
  const phrase = isStatic ? 0 : typed.phrase

  return (
    <>
      <div className={styles.intro}>
        <p className={styles.greeting}>{greeting}</p>
        <span className={styles.control} data-js-only="" data-no-print="">
          <IconButton
            label={pauseLabel}
            title={isPaused ? playLabel : pauseLabel}
            aria-pressed={isPaused}
            onClick={() => setIsPaused(!isPaused)}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
              <path d={isPaused ? PLAY : PAUSE} />
            </svg>
          </IconButton>
        </span>
      </div>
      <h1 ref={line} className={styles.line}>
        <span data-visually-hidden="">{phrases.join(' ')}</span>
        <span className={styles.stack} aria-hidden="true">
          {[...new Set(phrases)].map((text) => (
            <span key={text} className={styles.sizer} data-text={text} />
          ))}
          <span
            className={styles.phrase}
            data-phrase={phrase}
            data-static={isStatic ? '' : undefined}
          >
            {isStatic ? (
              phrases[phrase]
            ) : (
              // With a key: letters that both phrases have would move, which counts as a layout shift.
              <Fragment key={phrase}>
                {letters[phrase]?.map(({ key, letter }, index) => (
                  <span key={key} data-typed={index < typed.letters ? '' : undefined}>
                    {letter}
                  </span>
                ))}
                {/* Has the caret after the last letter. */}
                <i />
              </Fragment>
            )}
          </span>
        </span>
      </h1>
    </>
  )
}

/** Whether the fonts are there. A font that arrives later moves the letters of a phrase, each by itself. */
function useFonts(): boolean {
  const [hasFonts, setHasFonts] = useState(false)
  useEffect(() => {
    const ready = attempt(() => document.fonts.ready) ?? Promise.resolve()
    ready.then(() => setHasFonts(true))
  }, [])
  return hasFonts
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
