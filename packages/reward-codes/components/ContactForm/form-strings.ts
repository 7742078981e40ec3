import strings from 'virtual:reward-codes/form-strings'
import { createContext, useContext } from 'react'
import type { FormStrings } from '../../content/portfolio.ts'

/** The texts of the form in the language of its page. */
export const FormStringsContext = createContext<FormStrings | undefined>(undefined)

export function useFormStrings(): FormStrings {
  const strings = useContext(FormStringsContext)
  if (!strings) throw new Error('A part of the form is outside of it.')
  return strings
}

/** The texts in a language, by default the main one. */
export function stringsIn(language = 'main'): FormStrings | undefined {
  return strings[language]
}
