import { type FormEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { IDLE } from '../behaviour/form/form-state.ts'
import { ContactFormView, type ContactFormViewProps } from './ContactFormView.tsx'
import { useLiveForm } from './use-live-form.ts'

/** The form as the browser has it, and once its scripts have come, the form that answers. */
export function ContactForm({ contact, words }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const slot = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const notice = useRef<HTMLParagraphElement>(null)
  const { live, wait, hasOwnDropdown, load, touch, submit } = useLiveForm({
    form,
    slot,
    contact,
    words,
  })
  const messages = live?.messages
  const state = useSyncExternalStore(
    messages?.subscribe ?? subscribeToNothing,
    messages?.getState ?? getIdle,
    getIdle,
  )
  const said = wait ?? state.notice
  const isSending = state.isSending || wait === 'sending'
  useFocusBack(button, isSending)
  // On a small screen it may stand below the window, and it is what stays to be read. Where fields are
  // marked, the first of them has the focus and stays in the window.
  useEffect(() => {
    if (said && said !== 'faults') notice.current?.scrollIntoView({ block: 'nearest' })
  }, [said])

  const change = ({ target }: FormEvent) => {
    if (!isControl(target)) return
    if (target instanceof HTMLSelectElement) messages?.chooseSubject(target.value)
    else messages?.change(target.name)
  }
  return (
    <ContactFormView
      contact={contact}
      words={words}
      state={{ ...state, isSending, notice: said }}
      parts={live}
      hasOwnDropdown={hasOwnDropdown}
      refs={{ form, slot, button, notice }}
      onApproach={load}
      onTouch={touch}
      onChange={change}
      onLeave={({ target }) => isControl(target) && messages?.leave(target.name)}
      onSubmit={submit}
      onChooseSubject={(subject) => messages?.chooseSubject(subject)}
      onRetryCaptcha={() => messages?.retryCaptcha()}
      onDropToast={(id) => messages?.dropToast(id)}
    />
  )
}

/** A button that was off while it had the focus gets it back, unless the visitor went elsewhere. */
function useFocusBack(button: RefObject<HTMLElement | null>, isOff: boolean) {
  const wasOff = useRef(isOff)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (wasOff.current && !isOff && isLost) button.current?.focus({ preventScroll: true })
    wasOff.current = isOff
  }, [button, isOff])
}

function isControl(target: EventTarget) {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}

const subscribeToNothing = () => () => {}
const getIdle = () => IDLE

export type ContactFormProps = Pick<ContactFormViewProps, 'contact' | 'words'>
