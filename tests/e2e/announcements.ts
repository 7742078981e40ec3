import type { Page } from '@playwright/test'

/** Records the announcements of all live regions, from the start of the page load. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const announcements: string[] = []
    const before = new WeakMap<Element, string>()
    Object.assign(window, { announcements })
    const recordChanges = () => {
      for (const region of document.querySelectorAll<HTMLElement>(
        '[aria-live], [role="status"], [role="alert"], [role="log"]',
      )) {
        // biome-ignore lint/performance/useDomNodeTextContent: what is not rendered is not announced
        const text = region.checkVisibility() ? region.innerText.replace(/\s+/g, ' ').trim() : ''
        if (text && text !== before.get(region)) announcements.push(text)
        before.set(region, text)
      }
    }
    const changes = { subtree: true, childList: true, characterData: true, attributes: true }
    new MutationObserver(recordChanges).observe(document, changes)
  })
  return () => page.evaluate(() => Reflect.get(window, 'announcements'))
}
