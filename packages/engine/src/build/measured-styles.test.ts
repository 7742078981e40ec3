import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import { reservedWidths } from './measured-styles.ts'

test('reserves the width that each label of the menu needs in its font', () => {
  const rooms = reservedWidths(loadSample())
  const widths = [...rooms.matchAll(/inline-size:([\d.]+)em/g)].map(([, em]) => Number(em))
  expect(widths).toHaveLength(5)
  // "About" is narrower than "Portfolio", and no letter is wider than 1 em.
  expect(Math.min(...widths)).toBeGreaterThan(2)
  expect(Math.max(...widths)).toBeLessThan('Portfolio'.length)
})

test('reserves the width of the hero button, in the narrow face', () => {
  const [, em] = /--hero-button:([\d.]+)em/.exec(reservedWidths(loadSample())) ?? []
  expect(Number(em)).toBeGreaterThan(5)
  expect(Number(em)).toBeLessThan('Leave a message'.length / 2)
})

test('reserves the width of the booking button', () => {
  const sample = loadSample()
  const booking = { label: 'Book a call', url: 'https://ewa.dev/call' }
  const styles = reservedWidths({ ...sample, hero: { ...sample.hero, booking } })
  const [, em] = /#hero \[data-variant=secondary\]\{--hero-button:([\d.]+)em/.exec(styles) ?? []
  expect(Number(em)).toBeGreaterThan(3)
  expect(Number(em)).toBeLessThan(booking.label.length / 2)
})
