import { attempt } from '../lib/feature-detection.ts'

/**
 * React renders an island again when a program has changed its HTML before hydration, or removed nodes after it. The
 * elements that it replaces still have what the visitor typed, and where the caret was.
 */

const FIELDS = '[data-island] :is(input, textarea, select)[id]'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The current element of each field of the islands, by its id. */
const fields = new Map<string, Field>()
/** The element with the focus, also when it has lost it because it was removed. */
let focused: EventTarget | null = null

if (typeof document !== 'undefined') {
  remember(document)
  focused = document.activeElement
  addEventListener('focusin', ({ target }) => {
    focused = target
  })
  addEventListener('focusout', ({ target }) => {
    // A field that React removes loses the focus, too: some browsers report that before the element is gone.
    setTimeout(() => {
      if (target === focused && target instanceof Node && target.isConnected) focused = null
    })
  })
}

/** Puts back values, focus and caret of fields whose elements are new. */
export function keepFields(island: Element): void {
  for (const field of island.querySelectorAll<Field>(FIELDS)) {
    const before = fields.get(field.id)
    if (!before || before === field) continue
    field.value = before.value
    if ('checked' in field && 'checked' in before) field.checked = before.checked
    if (before !== focused || document.activeElement !== document.body) continue
    field.focus({ preventScroll: true })
    // Fields for e-mail addresses and lists have no caret to read.
    if (field instanceof HTMLSelectElement || field.type === 'email') continue
    const { selectionStart, selectionEnd } = before as HTMLTextAreaElement
    attempt(() => field.setSelectionRange(selectionStart, selectionEnd))
  }
  remember(island)
}

function remember(root: ParentNode) {
  for (const field of root.querySelectorAll<Field>(FIELDS)) fields.set(field.id, field)
}
