/** Tabs share this key: a `storage` event reports that another tab cleared the draft. */
export const DRAFT_KEY = 'draft'

/** Whether this device has a stored draft. */
export function hasDraft(): boolean {
  try {
    return localStorage.getItem(DRAFT_KEY) !== null
  } catch {
    return false
  }
}
