import { describe, expect, test } from 'vitest'
import { readPeriod, withEnDash } from './dates.ts'

describe('a period', () => {
  test.each(['2018 – 2022', '2018 - 2022', '2018–2022'])('may have another dash: %s', (written) => {
    expect(withEnDash(written)).toBe('2018 – 2022')
  })

  test('is formatted in the language of the page', () => {
    expect(readPeriod('2023-02 – 2024-11', 'en', 'present').label).toBe('Feb 2023 – Nov 2024')
    expect(readPeriod('2023-02 – present', 'de', 'heute').label).toBe('Feb. 2023 – heute')
  })

  test.each([
    ['2018 – 2022', { label: '2018 – 2022', from: '2018', to: '2022' }],
    ['2023 – present', { label: '2023 – now', from: '2023', to: undefined }],
    ['2020', { label: '2020', from: '2020', to: '2020', isOneDate: true }],
  ])('%s may have years without months, no end, or one date', (written, period) => {
    expect(readPeriod(written, 'en', 'now')).toEqual(period)
  })

  test('that starts and ends in the same month shows it once', () => {
    const { label, isOneDate } = readPeriod('2021-05 – 2021-05', 'en', 'present')
    expect({ label, isOneDate }).toEqual({ label: 'May 2021', isOneDate: undefined })
  })
})
