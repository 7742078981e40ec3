import { EMAIL_FIELD, NAME_FIELD } from '../../../wire/fields.ts'
import { type Control, controlOf } from './form-controls.ts'
import type { Faults } from './form-state.ts'

/** The fields that the browser checks, from top to bottom. */
export const CHECKED_FIELDS = [NAME_FIELD, EMAIL_FIELD] as const

export type CheckedField = (typeof CHECKED_FIELDS)[number]

export function isChecked(name: string): name is CheckedField {
  return CHECKED_FIELDS.some((field) => field === name)
}

/** What the browser itself finds wrong with the fields named, put into our words later. */
export function findFaults(form: HTMLFormElement, names: readonly CheckedField[]): Faults {
  return Object.fromEntries(
    names.flatMap((name) => {
      const fault = faultOf(controlOf(form, name))
      return fault ? [[name, fault]] : []
    }),
  )
}

function faultOf(control: Control | undefined): 'missing' | 'wrong' | undefined {
  if (!control) return undefined
  // To the browser, blanks are a name.
  if (control.value.trim() === '' && !control.validity.badInput) return 'missing'
  return control.validity.valid ? undefined : 'wrong'
}
