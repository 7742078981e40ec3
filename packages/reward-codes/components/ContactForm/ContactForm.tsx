import {
  type FormEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { island } from '../island/island.tsx'
import { ContactFormView, type ContactFormViewProps } from './ContactFormView.tsx'
import { createFormStore, isSending } from './form-state.ts'
import { useFormController } from './use-form-controller.ts'

/** The native form, which becomes interactive once its scripts have loaded. */
function ContactForm({ contact, strings }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const slot = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const notice = useRef<HTMLParagraphElement>(null)
  const [store] = useState(createFormStore)
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  const { controller, status } = state
  const { load, start, submit } = useFormController({ form, slot, store, contact, strings })
  useRestoreFocus(button, isSending(state))
  // On a small screen, the status may be below the window. Not with field errors: then the first
  // invalid field has the focus and must stay in view.
  useEffect(() => {
    if (status && status !== 'faults') notice.current?.scrollIntoView({ block: 'nearest' })
  }, [status])

  const change = ({ target }: FormEvent) => {
    if (target instanceof HTMLSelectElement) controller?.chooseSubject(target.value)
    else if (isTextField(target)) controller?.change(target.name)
  }
  return (
    <ContactFormView
      contact={contact}
      strings={strings}
      state={state}
      refs={{ form, slot, button, notice }}
      events={{
        onPointerEnter: load,
        onFocus: start,
        onPointerDown: start,
        onInput: change,
        onBlur: ({ target }) => isTextField(target) && controller?.blur(target.name),
        onSubmit: submit,
      }}
    />
  )
}

/** Restores the focus of a button that was disabled, unless another element has it. */
function useRestoreFocus(button: RefObject<HTMLElement | null>, isDisabled: boolean) {
  const wasDisabled = useRef(isDisabled)
  useEffect(() => {
    const hasNoFocus = document.activeElement === document.body
    if (wasDisabled.current && !isDisabled && hasNoFocus)
      button.current?.focus({ preventScroll: true })
    wasDisabled.current = isDisabled
  }, [button, isDisabled])
}

function isTextField(target: EventTarget) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

export default island('contactForm', ContactForm)

type ContactFormProps = Pick<ContactFormViewProps, 'contact' | 'strings'>
