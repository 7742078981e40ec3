import { expect, type Page } from '@playwright/test'
import type { MockGateway } from '../fixtures/mock-gateway.ts'
import { expectAgreement, galleryAt, HYDRATED_FORM, readGallery } from './site.ts'

// What every browser must be able to do, whatever drives it. The files of tests/e2e/journeys have the details in the
// Chromium of today.

/** A window with a page. */
export type Driver = {
  goto: (url: string) => Promise<unknown>
  reload: () => Promise<unknown>
  back: () => Promise<unknown>
  /** Whether Back shows the page as it was left, from the back/forward cache. */
  keepsPages: boolean
  resize: (width: number) => Promise<unknown>
  /** Runs a function in the page. */
  evaluate: <Result>(run: (argument: string) => Result, argument?: string) => Promise<Result>
  /** Scrolls an element into view and presses it with the mouse. */
  press: (selector: string) => Promise<unknown>
  /** Focuses a field and types into it. */
  type: (selector: string, text: string) => Promise<unknown>
}

const CAPTCHA = '#contact fieldset input[type="checkbox"]'
const MENU = 'header button[popovertarget]'
const LINK = 'nav a[href="#resume"]'
const NEXT = 'button[aria-label="Next project"]'

type Journey = (driver: Driver, gateway: MockGateway) => Promise<void>

async function menu(driver: Driver, { url }: MockGateway) {
  await open(driver, url, 390)
  await until(driver, isHidden, LINK)
  await driver.press(MENU)
  await until(driver, isShown, LINK)
  await until(driver, isShown, `${MENU}[aria-expanded="true"] use[href="#icon-lucide:x"]`)
  await driver.press(MENU)
  await until(driver, isHidden, LINK)
  await until(driver, isShown, `${MENU}[aria-expanded="false"] use[href="#icon-menu"]`)
  await driver.press(MENU)
  await until(driver, isShown, LINK)
  await driver.press(LINK)
  await until(driver, isHidden, LINK)
  await until(driver, () => location.hash === '#resume' && scrollY > 300)
  await until(driver, isThere, 'a[aria-current][href="#resume"]')
}

async function carousel(driver: Driver, { url }: MockGateway) {
  await open(driver, url, 1280)
  for (let move = 0; move < 3; move++) await driver.press(NEXT)
  await until(driver, isThere, `${NEXT}[aria-disabled="true"]`)
  await expectGallery(driver, 4, 3)
  // A slide counts as seen before the scroll ends, and a new width would interrupt it.
  await until(driver, isAtEnd)
  await driver.resize(390)
  // The last three slides had one snap position: WebKit may snap to another of them, and the buttons follow. Chromium
  // keeps the first (right-to-left.spec.ts).
  await expectAgreement(() => driver.evaluate(readGallery), 1)
}

async function story(driver: Driver, { url }: MockGateway) {
  await open(driver, url, 390)
  for (let move = 0; move < 2; move++) await driver.press(NEXT)
  await expectGallery(driver, 3, 1)
  await driver.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.kept = ''
    })
  })
  // Firefox keeps no page that still requests a picture.
  await driver.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await until(driver, () => Array.from(document.images).every(({ complete }) => complete))
  await driver.press('#portfolio [role="group"] a[href="projects/trail-conditions/"]')
  await until(driver, () => document.querySelector('h1')?.textContent === 'Trail Conditions')
  await driver.back()
  if (driver.keepsPages) {
    await until(driver, isThere, '[data-kept]')
    await expectGallery(driver, 3, 1)
  } else await expectAgreement(() => driver.evaluate(readGallery), 1)
}

async function theme(driver: Driver, { url }: MockGateway) {
  await open(driver, url, 390)
  await driver.evaluate(choose, 'header select=dark')
  await driver.reload()
  await until(driver, isHydrated)
  const colours = await driver.evaluate(() => [
    document.documentElement.dataset.theme,
    document.querySelector('select')?.value,
    ...Array.from(
      document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'),
      ({ media }) => media,
    ),
  ])
  expect(colours).toEqual(['dark', 'dark', 'not all', 'all'])
}

async function message(driver: Driver, gateway: MockGateway) {
  await open(driver, gateway.url, 1280)
  await driver.type('[name="user_name"]', 'Ada')
  await driver.type('[name="user_email"]', 'ada@example.com')
  await until(driver, isThere, HYDRATED_FORM)
  await driver.evaluate(choose, '#contact select=Other')
  await driver.press(CAPTCHA)
  // While the captcha still verifies.
  await driver.press('#contact button[type="submit"]')
  await until(driver, isThere, '[data-notice="sent"]')
  expect(gateway.received.at(-1)?.fields).toMatchObject({
    user_name: ['Ada'],
    user_email: ['ada@example.com'],
    subject: ['Other'],
  })
}

export const OF_STORIES = 'a story opens from its card, and Back returns to the card'

export const JOURNEYS: Record<string, Journey> = {
  'the menu opens and closes, and a link of it leads to its section': menu,
  'the carousel moves by one, and stops at its end': carousel,
  [OF_STORIES]: story,
  'a chosen theme is kept': theme,
  'a message is typed, its captcha solved, and the message sent': message,
}

/** Opens a page and waits until React has hydrated it. */
export async function open(driver: Driver, url: string, width: number): Promise<void> {
  await driver.resize(width)
  await driver.goto(url)
  await until(driver, isHydrated)
}

/**
 * Polls from outside: the policy of the page forbids what drivers use to poll inside. A driver reports an error of a
 * script whose document another one replaces meanwhile, which is no answer yet.
 */
export function until(
  driver: Pick<Driver, 'evaluate'>,
  is: (argument: string) => boolean,
  argument = '',
): Promise<void> {
  return expect(async () => {
    expect(await driver.evaluate(is, argument), `${is} ${argument}`).toBe(true)
  }).toPass({ timeout: 20_000 })
}

/** As `HYDRATED`, for browsers without `:has()`. */
const isHydrated = () => {
  const waits = 'link:is([rel="late"], [media="print"]), [data-island]:not([data-hydrated])'
  const form = '[data-island="contactForm"]'
  return (
    document.querySelector('header [data-hydrated]') !== null &&
    Array.from(document.querySelectorAll(waits)).every((each) => each.matches(form))
  )
}
export const isThere = (selector: string) => document.querySelector(selector) !== null
const isShown = (selector: string) =>
  document.querySelector(selector)?.checkVisibility({ checkVisibilityCSS: true }) === true
const isHidden = (selector: string) =>
  document.querySelector(selector)?.checkVisibility({ checkVisibilityCSS: true }) === false

const isAtEnd = () => {
  const row = document.querySelector('#portfolio [role="group"]')?.parentElement
  return row ? row.scrollLeft + row.clientWidth >= row.scrollWidth - 1 : false
}

function expectGallery(driver: Driver, first: number, shown: 1 | 3): Promise<void> {
  return expect(async () => {
    expect(await driver.evaluate(readGallery)).toEqual(galleryAt(first, shown))
  }).toPass({ timeout: 20_000 })
}

/** Chooses an option, given as `selector=value`. The system draws the list of some browsers, out of reach of drivers. */
function choose(choice: string) {
  const [selector = '', value = ''] = choice.split('=')
  const select = document.querySelector<HTMLSelectElement>(selector)
  if (!select) throw new Error(`There is no ${selector}.`)
  select.value = value
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
}

export function driverOf(page: Page): Driver {
  return {
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    back: () => page.goBack(),
    // Playwright turns the back/forward cache off.
    keepsPages: false,
    resize: (width) => page.setViewportSize({ width, height: 800 }),
    evaluate: (run, argument = '') => page.evaluate(run, argument),
    press: (selector) => page.locator(selector).click(),
    type: (selector, text) => page.locator(selector).fill(text),
  }
}
