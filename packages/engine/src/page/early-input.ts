/** The input that loader.ts queues for islands that are not hydrated yet. */
export type EarlyInput = {
  /** The clicked buttons, in order. */
  clicks: readonly HTMLElement[]
  /** Takes the submitted form, if the island contains it. */
  takeForm: (island: Node) => HTMLFormElement | undefined
}

/**
 * Replays the input of a hydrated island in the next task, after React has rendered browser-only state
 * such as the theme. Returns a function that cancels it.
 */
export function replay(island: Element, { clicks, takeForm }: EarlyInput): () => void {
  const queued = clicks.filter((button) => island.contains(button))
  const timer = setTimeout(() => {
    for (const button of queued) button.click()
    const form = takeForm(island)
    form?.requestSubmit()
    delete form?.dataset.pending
  })
  return () => clearTimeout(timer)
}
