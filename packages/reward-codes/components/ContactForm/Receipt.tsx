import { Fragment, type Ref } from 'react'
import type { FormContact } from '../../content/portfolio.ts'
import styles from './ContactForm.module.css'
import type { ReceiptData } from './form-state.ts'
import { useFormStrings } from './form-strings.ts'
import { answerDay, formatDay, formatTime } from './receipt.ts'

/** What was sent and when, and when an answer comes. */
export function Receipt({ ref, sent, contact }: ReceiptProps) {
  const strings = useFormStrings()
  const { number, time, subject } = sent
  const { answer, timeZone } = contact
  const { lang } = document.documentElement
  const rows: [label: string, value: string | 0 | undefined][] = [
    [strings.receiptNumber, number],
    [strings.receiptTime, formatTime(time, lang, timeZone)],
    [strings.subject, subject],
    [strings.receiptAnswer, answer && formatDay(answerDay(time, answer, timeZone), lang)],
  ]
  return (
    <section ref={ref} className={styles.receipt} aria-labelledby="message-receipt">
      <h3 id="message-receipt">{strings.receipt}</h3>
      <dl>
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd data-number={value === number ? '' : undefined}>{value}</dd>
            </Fragment>
          ))}
      </dl>
    </section>
  )
}

type ReceiptProps = { ref: Ref<HTMLElement>; sent: ReceiptData; contact: FormContact }
