/** Another tab that clears the draft tells this one through the same key. */
export const DRAFT_KEY = 'draft'

/** Whether something was typed and not sent on this device. */
export function hasDraft(): boolean {
  try {
    return localStorage.getItem(DRAFT_KEY) !== null
  } catch {
    return false
  }
}
