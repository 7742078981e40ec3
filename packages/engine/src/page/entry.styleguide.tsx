import content from 'virtual:page-content'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { FormContact, FormStrings } from '../content/schema.ts'
import { ButtonLink, IconButton } from './components/Button.tsx'
import { Carousel, Slide } from './components/Carousel.tsx'
import { CarouselControls } from './components/CarouselControls.tsx'
import { ThemeSelect } from './components/ThemeSelect.tsx'
import { Typewriter } from './components/Typewriter.tsx'
import { ContactFormView } from './contact/ContactFormView.tsx'
import { Dropdown } from './contact/dropdown/Dropdown.tsx'
import { Field, labelIdOf } from './contact/Field.tsx'
import type { FormController } from './contact/form-controller.ts'
import { type FormState, INITIAL_STATE, type ToastKind } from './contact/form-state.ts'
import { Toast } from './contact/Toast.tsx'
import { islandProps } from './island-props.ts'
import { StatusPage } from './StatusPage.tsx'
import styles from './Styleguide.module.css'
import { SkillBar } from './sections/Resume.tsx'
import './styles/all.css'

const LEVELS = [0, 50, 100]
const COUNTS = [1, 3, 4]
const TOASTS: ToastKind[] = ['sent', 'captcha', 'failed']
const FORM_STATES: Record<string, Partial<FormState>> = {
  'before its scripts': { controller: undefined },
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

const ignore = () => {}
const CONTROLLER: FormController = {
  Dropdown,
  Toast,
  connect: () => ignore,
  openCaptcha: ignore,
  retryCaptcha: ignore,
  change: ignore,
  chooseSubject: ignore,
  blur: ignore,
  closeToast: ignore,
  submit: async () => {},
}

/** Renders the styleguide, which exists in development only. */
export function hydrate(): void {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Styleguide />)
}

/** Every component in every state, to view during development. */
function Styleguide() {
  const { strings, hero, contact } = content
  const { navigation, typewriter, errorPage } = islandProps(content)
  return (
    <main className={styles.styleguide}>
      <Item name="ThemeSelect">
        <ThemeSelect {...navigation.theme} />
      </Item>
      <Item name="ButtonLink, primary and secondary">
        <ButtonLink href="#primary">{hero.button}</ButtonLink>
        <ButtonLink href="#secondary" variant="secondary">
          {hero.button}
        </ButtonLink>
      </Item>
      <Item name="IconButton, on and off">
        <IconButton icon="arrow-right" label={strings.next} />
        <IconButton icon="arrow-right" label={strings.next} disabled />
      </Item>
      <Item name="Typewriter">{typewriter && <Typewriter {...typewriter} />}</Item>
      <Item name="SkillBar">
        {LEVELS.map((level) => (
          <SkillBar
            key={level}
            name="HTML"
            level={level}
            description="In words"
            color="#c2452d"
            language="en"
          />
        ))}
      </Item>
      {COUNTS.map((count) => (
        <Item key={count} name={`Carousel of ${count}`}>
          <Carousel
            label={`Projects, ${count}`}
            roleDescription={strings.carousel}
            controls={<CarouselControls strings={strings} count={count} />}
          >
            {Array.from({ length: count }, (_, index) => `Project ${index + 1}`).map((title) => (
              <Slide key={title} roleDescription={strings.slide} label={title}>
                <p className={styles.slide}>{title}</p>
              </Slide>
            ))}
          </Carousel>
        </Item>
      ))}
      {contact && <FormItems contact={contact} strings={strings.form} />}
      <Item name="StatusPage">
        <StatusPage {...errorPage} href="" />
      </Item>
    </main>
  )
}

/** The contact form in every state, an open dropdown, and every toast. */
function FormItems({ contact, strings }: { contact: FormContact; strings: FormStrings }) {
  const [subject, setSubject] = useState('')
  return (
    <>
      {Object.entries(FORM_STATES).map(([name, state], index) => (
        <Item key={name} name={`Contact form ${name}`} variant="inverse">
          <ContactFormView
            id={`styleguide-${index}`}
            contact={contact}
            strings={strings}
            state={{ ...INITIAL_STATE, controller: CONTROLLER, hasDropdown: true, ...state }}
          />
        </Item>
      ))}
      <Item name="Dropdown, open" variant="inverse">
        <div className={styles.open}>
          <Field id="styleguide-dropdown" label={strings.subject}>
            {({ id }) => (
              <Dropdown
                id={id}
                labelId={labelIdOf(id)}
                name="subject"
                placeholder={strings.subjectTitle}
                options={contact.subjects}
                value={subject}
                isDisabled={false}
                defaultOpen
                onChange={setSubject}
              />
            )}
          </Field>
        </div>
      </Item>
      {TOASTS.map((kind) => (
        <Item key={kind} name={`Toast ${kind}, again when it has closed`}>
          <EndlessToast kind={kind} strings={strings} />
        </Item>
      ))}
    </>
  )
}

function EndlessToast(props: { kind: ToastKind; strings: FormStrings }) {
  const [round, setRound] = useState(0)
  return (
    <div className={styles.stage}>
      <Toast key={round} {...props} onClose={() => setRound(round + 1)} />
    </div>
  )
}

/** A named component state. */
function Item({ name, variant, children }: ItemProps) {
  return (
    <section className={styles.item} data-variant={variant} aria-label={name}>
      <h2 className={styles.itemName}>{name}</h2>
      <div className={styles.states}>{children}</div>
    </section>
  )
}

/** Without `variant`, an item has the background of the page. */
type ItemProps = { name: string; variant?: 'inverse'; children: ReactNode }
