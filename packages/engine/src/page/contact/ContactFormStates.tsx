import { useState } from 'react'
import type { FormContact, FormStrings } from '../../content/schema.ts'
import { StyleguideItem } from '../StyleguideItem.tsx'
import styles from './ContactFormStates.module.css'
import { ContactFormView } from './ContactFormView.tsx'
import { Dropdown } from './dropdown/Dropdown.tsx'
import { Field, labelIdOf } from './Field.tsx'
import { type FormState, INITIAL_STATE, type ToastKind } from './form-state.ts'
import { Toasts } from './Toasts.tsx'

const COMPONENTS = { Dropdown, Toasts }

const STATES: Record<string, Partial<FormState>> = {
  'before its scripts': {},
  untouched: {},
  'with faults': { errors: { user_name: 'missing', user_email: 'wrong' } },
  'without a solved captcha': { status: 'captcha' },
  'sent before its scripts': { status: 'waiting' },
  sending: { status: 'sending' },
  sent: { status: 'sent' },
  failed: { status: 'failed' },
  'without an answer': { status: 'timeout' },
  offline: { status: 'offline' },
  'refused as too many': { status: 'tooMany' },
  'refused as forbidden': { status: 'forbidden' },
  'refused as headless': { status: 'headless' },
  'with a captcha refused': { status: 'captchaRefused' },
  'with a captcha on its way': { captcha: 'loading' },
  'with a captcha expired': { captcha: 'expired' },
  'with a captcha that did not come': { captcha: 'failed' },
  'with a captcha but no network': { captcha: 'offline' },
}

/** The contact form in every state, an open dropdown, and every toast. */
export function ContactFormStates({ contact, strings }: ContactFormStatesProps) {
  return (
    <>
      {Object.entries(STATES).map(([name, state], index) => (
        <StyleguideItem key={name} name={`Contact form ${name}`} variant="inverse">
          <ContactFormView
            id={`styleguide-${index}`}
            contact={contact}
            strings={strings}
            state={{ ...INITIAL_STATE, hasDropdown: index > 0, ...state }}
            components={index === 0 ? undefined : COMPONENTS}
            onChooseSubject={() => {}}
            onRetryCaptcha={() => {}}
            onToastClose={() => {}}
          />
        </StyleguideItem>
      ))}
      <StyleguideItem name="Dropdown, open" variant="inverse">
        <OpenDropdown title={strings.subjectTitle} options={contact.subjects} />
      </StyleguideItem>
      <StyleguideItem name="Toasts, each again when it has gone">
        <EndlessToasts strings={strings} />
      </StyleguideItem>
    </>
  )
}

function OpenDropdown({ title, options }: { title: string; options: string[] }) {
  const [value, setValue] = useState('')
  return (
    <div className={styles.open}>
      <Field id="styleguide-dropdown" label={title}>
        {({ id }) => (
          <Dropdown
            id={id}
            labelId={labelIdOf(id)}
            name="subject"
            placeholder={title}
            options={options}
            value={value}
            isDisabled={false}
            defaultOpen
            onChange={setValue}
          />
        )}
      </Field>
    </div>
  )
}

function EndlessToasts({ strings }: { strings: FormStrings }) {
  const texts: Record<ToastKind, string> = {
    sent: strings.toastSent,
    captcha: strings.toastCaptcha,
    failed: strings.toastFailed,
  }
  const [rounds, setRounds] = useState([0, 0, 0])
  const kinds = ['failed', 'captcha', 'sent'] as const
  return (
    <div className={styles.stage}>
      <Toasts
        label={strings.toasts}
        dismissLabel={strings.dismiss}
        toasts={kinds.map((kind, index) => ({
          id: index + kinds.length * (rounds[index] ?? 0),
          type: kind === 'sent' ? 'success' : 'error',
          text: texts[kind],
        }))}
        onClose={(id) =>
          setRounds((old) =>
            old.map((round, index) => (index === id % kinds.length ? round + 1 : round)),
          )
        }
      />
    </div>
  )
}

type ContactFormStatesProps = {
  contact: FormContact
  strings: FormStrings
}
