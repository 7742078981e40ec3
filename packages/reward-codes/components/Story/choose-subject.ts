// "Leave a message" on the page of a project chooses the subject of the message, for a visitor who has chosen none: it
// writes the draft, which the form on the home page reads.
import { sitePath } from '../lib/site-path.ts'

document.querySelector<HTMLElement>('[data-subject]')?.addEventListener('click', (event) => {
  const { subject } = (event.currentTarget as HTMLElement).dataset
  try {
    const key = sitePath('draft')
    const draft = JSON.parse(sessionStorage.getItem(key) || '{}')
    draft.fields = { ...draft.fields, subject: draft.fields?.subject || subject }
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {}
})
