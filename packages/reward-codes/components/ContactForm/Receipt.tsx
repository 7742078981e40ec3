import strings from 'virtual:reward-codes/form-strings'
import { Fragment } from 'react'
import type { FormContact } from 'reward-codes/internal/content/schema.ts'
import styles from './ContactForm.module.css'
import type { Sent } from './form-state.ts'
import { answerDay, formatDay, formatTime } from './receipt.ts'

/** What was sent and when, and when an answer comes. It prints alone. */
export function Receipt({ sent, contact }: ReceiptProps) {
  const { number, time, subject } = sent
  const { answer, timeZone } = contact
  const { lang } = document.documentElement
  const rows = [
    [strings.receiptNumber, number],
    [strings.receiptTime, formatTime(time, lang, timeZone)],
    [strings.subject, subject],
    [strings.receiptAnswer, answer && formatDay(answerDay(time, answer, timeZone), lang)],
  ].filter(([, value]) => value)
  const print = () => {
    const root = document.documentElement
    root.dataset.print = 'receipt'
    addEventListener('afterprint', () => delete root.dataset.print, { once: true })
    window.print()
  }
  return (
    <section className={styles.receipt} aria-labelledby="message-receipt">
      <h3 id="message-receipt">{strings.receipt}</h3>
      <dl>
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <button type="button" className={styles.textButton} onClick={print} data-no-print="">
        {strings.print}
      </button>
    </section>
  )
}

type ReceiptProps = { sent: Sent; contact: FormContact }
