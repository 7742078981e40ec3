import { Fragment, type RefObject, useMemo, useRef, useState } from 'react'
import { IconButton } from '../Button/Button.tsx'
import { island } from '../island/island.tsx'
import { attempt } from '../lib/feature-detection.ts'
import { REDUCED_MOTION } from '../lib/media.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { useSafeEffect } from '../lib/use-safe-effect.ts'
import styles from './Typewriter.module.css'
import { useTypewriter } from './use-typewriter.ts'

/** How long the first phrase stands before the loop begins. */
const READING_MS = 2500
const PAUSE = 'M3 2h4v12H3zm6 0h4v12H9z'
const PLAY = 'M4 2l10 6-10 6z'

/**
 * A heading that types its phrases. All letters of a phrase are always rendered and only their
 * colour changes, so nothing shifts. Screen readers read one static text. A page that a browser translates shows its
 * first sentence.
 */
function Typewriter({ greeting, phrases, pauseLabel, playLabel }: TypewriterProps) {
  const line = useRef<HTMLHeadingElement>(null)
  const letters = useMemo(() => phrases.map(splitIntoLetters), [phrases])
  const lengths = useMemo(() => letters.map((phrase) => phrase.length), [letters])
  const [isPaused, setIsPaused] = useState(false)
  const hasFonts = useFonts()
  const isRead = useReadingTime()
  const isMotionReduced = useMediaQuery(REDUCED_MOTION) ?? true
  const isTranslated = useIsTranslated(line, phrases)
  const isStatic = isMotionReduced || !hasFonts || isTranslated
  const typed = useTypewriter(lengths, isRead && !isStatic && !isPaused, line)
  const phrase = isStatic ? 0 : typed.phrase

  return (
    <>
      <div className={styles.intro}>
        <p className={styles.greeting} suppressHydrationWarning>
          {greeting}
        </p>
        <span className={styles.control} data-js-only="" data-no-print="" hidden={isTranslated}>
          <IconButton
            label={pauseLabel}
            title={isPaused ? playLabel : pauseLabel}
            aria-pressed={isPaused}
            onClick={() => setIsPaused(!isPaused)}
          >
            <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
              <path d={isPaused ? PLAY : PAUSE} />
            </svg>
          </IconButton>
        </span>
      </div>
      <h1 ref={line} className={styles.line}>
        <span
          className={isTranslated ? styles.translated : undefined}
          data-visually-hidden={isTranslated ? undefined : ''}
        >
          {phrases.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and phrases may repeat
            <Fragment key={index}>
              <span data-visually-hidden={index > 0 ? '' : undefined} suppressHydrationWarning>
                {text}
              </span>{' '}
            </Fragment>
          ))}
        </span>
        <span className={styles.stack} aria-hidden="true" hidden={isTranslated}>
          {[...new Set(phrases)].map((text) => (
            <span key={text} className={styles.sizer} data-text={text} />
          ))}
          <span className={styles.phrase} data-phrase={phrase} suppressHydrationWarning>
            {isStatic ? (
              phrases[phrase]
            ) : (
              // The key makes new letters: those that both phrases have would move, which counts as a layout shift.
              <Fragment key={phrase}>
                {letters[phrase]?.map(({ key, letter }, index) => (
                  <span key={key} data-typed={index < typed.letters ? '' : undefined}>
                    {letter}
                  </span>
                ))}
                {/* An element for the caret after the last letter. */}
                <i />
              </Fragment>
            )}
          </span>
        </span>
      </h1>
    </>
  )
}

/**
 * Whether a translator has changed the sentences for screen readers, which React never does. It cannot translate a
 * phrase whose letters are elements: the first sentence is then shown instead.
 */
function useIsTranslated(line: RefObject<HTMLElement | null>, phrases: string[]): boolean {
  const [isTranslated, setIsTranslated] = useState(false)
  useSafeEffect(() => {
    const sentences = line.current?.firstElementChild
    if (!sentences) return
    const update = () => setIsTranslated(sentences.textContent?.trim() !== phrases.join(' '))
    const observer = new MutationObserver(update)
    observer.observe(sentences, { childList: true, characterData: true, subtree: true })
    update()
    return () => observer.disconnect()
  }, [line, phrases])
  return isTranslated
}

/** Whether the fonts are there. A font that arrives later moves the letters of a phrase, each by itself. */
function useFonts(): boolean {
  const [hasFonts, setHasFonts] = useState(false)
  useSafeEffect(() => {
    const ready = attempt(() => document.fonts.ready) ?? Promise.resolve()
    ready.then(() => setHasFonts(true))
  }, [])
  return hasFonts
}

/** Whether the visitor has had the time to read the line since the first paint. */
function useReadingTime(): boolean {
  const [isRead, setIsRead] = useState(false)
  useSafeEffect(() => {
    const [paint] = attempt(() => performance.getEntriesByName('first-contentful-paint')) ?? []
    const left = (paint?.startTime ?? 0) + READING_MS - performance.now()
    const timer = setTimeout(() => setIsRead(true), left)
    return () => clearTimeout(timer)
  }, [])
  return isRead
}

/** The letters of a phrase: a flag, a family emoji or an accented letter is one. Keys distinguish repeated letters. */
function splitIntoLetters(phrase: string) {
  const segments = attempt(() => [...new Intl.Segmenter().segment(phrase)])
  const letters = segments?.map(({ segment }) => segment) ?? [...phrase]
  return letters.map((letter, index) => ({ key: `${index}${letter}`, letter }))
}

export default island('typewriter', Typewriter)

type TypewriterProps = {
  /** Shown above the heading, next to the pause button. */
  greeting: string
  phrases: string[]
  pauseLabel: string
  playLabel: string
}
