import {
  EMAIL_FIELD,
  MESSAGE_FIELD,
  NAME_FIELD,
  SUBJECT_FIELD,
  VISITOR_FIELDS,
} from 'reward-codes-gateway/protocol'
import type { FieldErrors } from './form-state.ts'

export type FieldValues = Partial<Record<(typeof VISITOR_FIELDS)[number], string>>

/** The validated fields, from top to bottom. */
export const VALIDATED_FIELDS = [NAME_FIELD, EMAIL_FIELD, MESSAGE_FIELD] as const

export type ValidatedField = (typeof VALIDATED_FIELDS)[number]

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Finds a control by name. Not `form[name]`, where properties of the form take precedence. */
export function controlOf(form: HTMLFormElement, name: string): Control | undefined {
  const control = form.elements.namedItem(name)
  return isControl(control) ? control : undefined
}

function isControl(target: unknown): target is Control {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}

/** Fills empty fields from a draft, and preserves text typed in the meantime. */
export function fillEmptyFields(
  form: HTMLFormElement,
  values: FieldValues,
  subjects: readonly string[],
): void {
  for (const name of VISITOR_FIELDS) {
    const stored = values[name] ?? ''
    const control = controlOf(form, name)
    // The owner may have removed the subject since it was selected.
    const isKnown = name !== SUBJECT_FIELD || subjects.includes(stored)
    if (isKnown && control?.value === '') control.value = stored
  }
}

/** Reads the fields. The subject comes from the state, which is ahead of the hidden input. */
export function readFields(form: HTMLFormElement, subject: string): FieldValues {
  const values = VISITOR_FIELDS.map((name) => [name, controlOf(form, name)?.value ?? ''])
  return { ...Object.fromEntries(values), subject }
}

export function isValidated(name: string): name is ValidatedField {
  return VALIDATED_FIELDS.some((field) => field === name)
}

/** Validates the named fields with the constraint validation of the browser. */
export function validate(form: HTMLFormElement, names: readonly ValidatedField[]): FieldErrors {
  return Object.fromEntries(
    names.flatMap((name) => {
      const error = errorOf(controlOf(form, name))
      return error ? [[name, error]] : []
    }),
  )
}

function errorOf(control: Control | undefined): 'missing' | 'wrong' | undefined {
  if (!control) return undefined
  // The browser accepts blanks as a value.
  const isBlank = control.value.trim() === '' && !control.validity.badInput
  if (control.required && isBlank) return 'missing'
  return control.validity.valid ? undefined : 'wrong'
}
