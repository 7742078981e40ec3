import { useState } from 'react'
import type { FormWords, Portfolio } from '../content/schema.ts'
import { type FormState, IDLE, type ToastKind } from './behaviour/form/form-state.ts'
import { Dropdown } from './parts/Dropdown.tsx'
import { Field, labelIdOf } from './parts/Field.tsx'
import { Toasts } from './parts/Toasts.tsx'
import { Sample } from './Sample.tsx'
import styles from './SpecimenForm.module.css'
import { ContactFormView } from './sections/ContactFormView.tsx'

const PARTS = { Dropdown, Toasts }

const STATES: Record<string, Partial<FormState>> = {
  'before its scripts': {},
  untouched: {},
  'with faults': { faults: { user_name: 'missing', user_email: 'wrong' } },
  'without a solved captcha': { notice: 'captcha' },
  sending: { isSending: true, notice: 'sending' },
  sent: { notice: 'sent' },
  failed: { notice: 'failed' },
  'without an answer': { notice: 'timeout' },
  offline: { notice: 'offline' },
  'refused as too many': { notice: 'tooMany' },
  'refused as forbidden': { notice: 'forbidden' },
  'refused as headless': { notice: 'headless' },
  'with a captcha refused': { notice: 'captchaRefused' },
  'with a captcha on its way': { captcha: 'loading' },
  'with a captcha expired': { captcha: 'expired' },
  'with a captcha that did not come': { captcha: 'failed' },
  'with a captcha but no network': { captcha: 'offline' },
}

/** The contact form in each state, its list open, and each toast. */
export function SpecimenForm({ contact, words }: SpecimenFormProps) {
  return (
    <>
      {Object.entries(STATES).map(([name, state], place) => (
        <Sample key={name} name={`Contact form ${name}`} look="band">
          <ContactFormView
            id={`specimen-${place}`}
            contact={contact}
            words={words}
            state={{ ...IDLE, ...state }}
            parts={place === 0 ? undefined : PARTS}
            hasOwnDropdown={place > 0}
            onChooseSubject={() => {}}
            onRetryCaptcha={() => {}}
            onDropToast={() => {}}
          />
        </Sample>
      ))}
      <Sample name="Dropdown, open" look="band">
        <OpenDropdown title={words.subjectTitle} options={contact.subjects} />
      </Sample>
      <Sample name="Toasts, each again when it has gone">
        <EndlessToasts words={words} />
      </Sample>
    </>
  )
}

function OpenDropdown({ title, options }: { title: string; options: string[] }) {
  const [value, setValue] = useState('')
  return (
    <div className={styles.open}>
      <Field id="specimen-dropdown" label={title}>
        {({ id }) => (
          <Dropdown
            id={id}
            labelId={labelIdOf(id)}
            name="subject"
            title={title}
            options={options}
            value={value}
            isDisabled={false}
            isOpenAtFirst
            onChange={setValue}
          />
        )}
      </Field>
    </div>
  )
}

function EndlessToasts({ words }: { words: FormWords }) {
  const texts: Record<ToastKind, string> = {
    sent: words.toastSent,
    captcha: words.toastCaptcha,
    failed: words.toastFailed,
  }
  const [rounds, setRounds] = useState([0, 0, 0])
  const kinds = ['failed', 'captcha', 'sent'] as const
  return (
    <div className={styles.stage}>
      <Toasts
        label={words.toasts}
        dismissLabel={words.dismiss}
        toasts={kinds.map((kind, place) => ({
          id: place + kinds.length * (rounds[place] ?? 0),
          type: kind === 'sent' ? 'success' : 'error',
          text: texts[kind],
        }))}
        onGone={(id) =>
          setRounds((old) =>
            old.map((round, place) => (place === id % kinds.length ? round + 1 : round)),
          )
        }
      />
    </div>
  )
}

export type SpecimenFormProps = {
  contact: NonNullable<Portfolio['contact']>
  words: FormWords
}
