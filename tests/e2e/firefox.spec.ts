import { expect, test } from '@playwright/test'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import sharp from 'sharp'
import { findProgram } from '../../tools/programs.ts'
import { MockGateway } from '../fixtures/mock-gateway.ts'
import { type Driver, JOURNEYS } from './journeys.ts'
import { expectAgreement, galleryAt, HYDRATED, readGallery, scrollGallery, siteOf } from './site.ts'

// Playwright only drives its own Firefox build. Puppeteer drives the released Firefox.

// Serial: a start of Firefox takes as long as three tests.
test.describe.configure({ mode: 'default' })

let browser: Browser

test.beforeAll(async () => {
  // A build may take longer than Puppeteer waits for a page.
  await fetch(siteOf())
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findProgram('FIREFOX_PATH') ?? '',
    headless: true,
  })
})

test.afterAll(() => browser?.close())

test('the page is complete, without console errors and without overflow', async () => {
  const { page, faults } = await openInFirefox(320)
  for (const width of [320, 768, 1280]) {
    await page.setViewport({ width, height: 800 }).catch(ignoreOrientationError)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${width} px`).toBe(0)
    expect(await page.$$eval('h2', (headings) => headings.length)).toBe(5)
  }
  expect(faults).toEqual([])
  await page.close()
})

for (const [what, journey] of Object.entries(JOURNEYS)) {
  test(what, async () => {
    const gateway = await new MockGateway(siteOf()).start()
    const page = await browser.newPage()
    const faults = watch(page)
    await journey(driverOf(page), gateway)
    expect(faults).toEqual([])
    await page.close()
    await gateway.stop()
  })
}

test('a drawing has the theme of the page, not of the system', async () => {
  const { page } = await openInFirefox(1280)
  const drawing = await page.waitForSelector('#hero img[alt=""]')
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    // Firefox draws the image anew some frames after the theme has changed.
    const lightness = async () => {
      const picture = await drawing?.screenshot()
      const { channels } = await sharp(picture).greyscale().stats()
      return channels[0]?.mean ?? Number.NaN
    }
    if (theme === 'light') await expect.poll(lightness).toBeGreaterThan(130)
    else await expect.poll(lightness).toBeLessThan(110)
  }
  await page.close()
})

test('Tab leads from the buttons of the gallery to its first link', async () => {
  const { page } = await openInFirefox(1280)
  await page.focus('button[aria-label="Next project"]')
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Bakery Orders')
  await page.close()
})

test('a background tab does no work, and resumes in the foreground', async () => {
  const { page } = await openInFirefox(1280)
  await page.waitForSelector('h1 [data-phrase] > span:not([data-typed])')
  await page.evaluate(watchWork)
  const work = () => page.evaluate(() => Reflect.get(window, 'work'))
  const front = await browser.newPage()
  await front.bringToFront()
  await until(page, () => document.hidden)
  // The page is hidden before React has rendered that. The longest pause of the line is a second.
  let before = await work()
  await expect(async () => {
    before = await work()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await work()).toEqual(before)
  }).toPass({ timeout: 20_000 })
  await page.bringToFront()
  await expect.poll(async () => (await work()).changes).toBeGreaterThan(before.changes)
  await front.close()
  await page.close()
})

test('the gallery state is correct after a reload and when scrolled early', async () => {
  const gateway = await new MockGateway(siteOf()).start()
  const { page } = await openInFirefox(1280, gateway.url)
  // Firefox restores the row's scroll position, in the middle and at the end, unless the machine is busy.
  for (const first of [2, 3]) {
    await page.evaluate(scrollGallery, first)
    await expect.poll(() => page.evaluate(readGallery)).toEqual(galleryAt(first, 3))
    await page.reload()
    await hydratedInFirefox(page)
    await expectAgreement(() => page.evaluate(readGallery), 3)
  }
  // Firefox also restores that Previous was enabled, although the row is back at its start.
  await page.setCacheEnabled(false)
  const release = gateway.hold(/client/)
  // The load event waits for the held script if Firefox requests it early.
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.evaluate(scrollGallery, 1)
  release()
  await hydratedInFirefox(page)
  await expectAgreement(() => page.evaluate(readGallery), 3)
  await page.close()
  await gateway.stop()
})

/**
 * Presses the middle of an element, when the page is at rest. Firefox scrolls a typed letter
 * into view some frames after its event, and would take the page back from under the pointer.
 */
async function press(page: Page, selector: string) {
  const [x, y] = await page.$eval(selector, async (element) => {
    const middle = () => {
      const box = element.getBoundingClientRect()
      return [box.x + box.width / 2, box.y + box.height / 2] as const
    }
    let before: readonly [number, number]
    do {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      before = middle()
      await new Promise((resolve) => setTimeout(resolve, 200))
    } while (middle()[1] !== before[1])
    return before
  })
  await page.mouse.click(x, y, { delay: 60 })
}

async function openInFirefox(
  width: number,
  url = siteOf(),
): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage()
  const faults = watch(page)
  await page.setViewport({ width, height: 800 }).catch(ignoreOrientationError)
  await page.goto(url)
  await hydratedInFirefox(page)
  return { page, faults }
}

/** Collects the errors of a page. */
function watch(page: Page): string[] {
  const faults: string[] = []
  const record = (fault: string) => {
    // A page that is left while a font loads aborts it (NS_BINDING_ABORTED).
    if (!fault.includes('status=2152398850')) faults.push(fault)
  }
  page.on('pageerror', (error) => record(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') record(message.text())
  })
  return faults
}

function driverOf(page: Page): Driver {
  return {
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    // Puppeteer's goBack() waits for a load event, which a page from the back/forward cache does not have.
    back: () => page.evaluate(() => history.back()),
    keepsPages: true,
    resize: (width) => page.setViewport({ width, height: 800 }).catch(ignoreOrientationError),
    evaluate: (run, argument = '') =>
      page.evaluate(run, argument) as Promise<ReturnType<typeof run>>,
    press: (selector) => press(page, selector),
    type: (selector, text) => page.type(selector, text),
  }
}

function hydratedInFirefox(page: Page) {
  return page.waitForSelector(HYDRATED)
}

/** Counts DOM mutations and setTimeout calls of the page. */
function watchWork() {
  const work = { changes: 0, timers: 0 }
  Object.assign(window, { work })
  const changes = { subtree: true, childList: true, attributes: true, characterData: true }
  new MutationObserver((list) => {
    work.changes += list.length
  }).observe(document, changes)
  const set = window.setTimeout
  window.setTimeout = ((...settings: Parameters<typeof set>) => {
    work.timers++
    return set(...settings)
  }) as typeof set
}

/** Polls from outside: waitForFunction evaluates strings in the page, which its CSP forbids. */
async function until(page: Page, is: () => boolean) {
  await expect.poll(() => page.evaluate(is)).toBe(true)
}

/** Firefox 140 sets the viewport size but rejects the accompanying orientation command. */
function ignoreOrientationError(fault: Error) {
  if (!/unknown command emulation\.setScreenOrientationOverride/.test(fault.message)) throw fault
}
