// Runs on the page after a form that the browser has sent itself: the form kept a draft (draft.ts), and could not know.
// Without an import, which would be a file of its own for the form, too.
try {
  sessionStorage.removeItem(`${import.meta.env.BASE_URL.replace(/\/$/, '')}/draft`)
} catch {}

export {}
