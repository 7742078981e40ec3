import { SUBJECT_FIELD } from '../../../wire/fields.ts'
import { DRAFT_FIELDS, type Draft } from './draft.ts'

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A control of the form by its name; never by `form[name]`, where form properties come first. */
export function controlOf(form: HTMLFormElement, name: string): Control | undefined {
  const control = form.elements.namedItem(name)
  const isControl =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  return isControl ? control : undefined
}

export function writeControl(form: HTMLFormElement, name: string, value: string): void {
  const control = controlOf(form, name)
  if (control) control.value = value
}

/** Fills empty fields with what was kept, and leaves what has been typed meanwhile. */
export function fillEmptyControls(
  form: HTMLFormElement,
  { fields }: Draft,
  subjects: readonly string[],
): void {
  for (const name of DRAFT_FIELDS) {
    const kept = fields[name] ?? ''
    // The owner may have taken a subject away since it was chosen.
    const isKnown = name !== SUBJECT_FIELD || subjects.includes(kept)
    if (isKnown && controlOf(form, name)?.value === '') writeControl(form, name, kept)
  }
}

export function readControls(form: HTMLFormElement): Draft['fields'] {
  return Object.fromEntries(DRAFT_FIELDS.map((name) => [name, controlOf(form, name)?.value ?? '']))
}
