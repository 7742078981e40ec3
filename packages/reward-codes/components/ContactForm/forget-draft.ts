import { attempt } from '../lib/feature-detection.ts'
import { sitePath } from '../lib/site-path.ts'

// Runs on the page after a form that the browser has sent itself: the form kept a draft (draft.ts), and could not know.
// Without draft.ts, which would be in the scripts of every page.
attempt(() => sessionStorage.removeItem(sitePath('draft')))
