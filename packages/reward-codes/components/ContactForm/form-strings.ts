import read, { type ImportStrings } from 'virtual:reward-codes/form-strings'
import { createContext, use, useContext } from 'react'
import type { FormStrings } from '../../content/portfolio.ts'
import { importWithRetry } from '../lib/import-with-retry.ts'

/** The texts of the form in the language of its page. */
export const FormStringsContext = createContext<FormStrings | undefined>(undefined)

export function useFormStrings(): FormStrings {
  const strings = useContext(FormStringsContext)
  if (!strings) throw new Error('A part of the form is outside of it.')
  return strings
}

/** The texts in a language, by default the main one. The form hydrates when the browser has loaded them. */
export function useStringsIn(language: string | undefined): FormStrings {
  const found = read(language)
  return typeof found === 'function' ? use(load(found)) : found
}

let loaded: Promise<FormStrings> | undefined

/** Without its texts, the browser itself sends the form, as without its script. */
function load(importStrings: ImportStrings): Promise<FormStrings> {
  loaded ??= importWithRetry(importStrings).then(
    (module) => module.default,
    () => {
      const island = document.querySelector('[data-island=contactForm]')
      island?.dispatchEvent(new CustomEvent('astro:hydration-error', { bubbles: true }))
      return new Promise(() => {})
    },
  )
  return loaded
}
