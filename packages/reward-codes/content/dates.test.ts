import { diagnosticsAfter } from 'test-fixtures/content-errors.ts'
import { describe, expect, test } from 'vitest'
import { readPeriod, toIsoDates } from './dates.ts'

test.each([
  ['2018 – 2022', '2018 – 2022'],
  ['2018 - 2022', '2018 – 2022'],
  ['2018–2022', '2018 – 2022'],
  ['2018-10-01 – 2022-03', '2018-10-01 – 2022-03'],
  ['Oct 2018 – present', '2018-10 – present'],
  ['October 2018 - May 2022', '2018-10 – 2022-05'],
  ['May 2024', '2024-05'],
])('the period %j is %j in ISO form', async (written, read) => {
  expect(await diagnosticsAfter(['period: 2018 – 2022', `period: ${written}`])).toEqual([])
  expect(toIsoDates(written)).toBe(read)
})

test.each([
  ...['2018-2022', '10/2018 – 03/2022', 'Okt. 2018 – März 2022', 'seit 2025', 'May 5, 2024'],
  ...['2018 – heute', 'may 2024', 'Mayo 2024', '2018-13', 'Summer 2019', '"2024 –"'],
])('the period %s is an error that shows the form', async (written) => {
  expect(await diagnosticsAfter(['period: 2018 – 2022', `period: ${written}`])).toMatchObject([
    {
      field: 'resume.education.entries.0.period',
      expected: expect.stringContaining(
        'a period such as 2021-03 – 2023-06, 2019 – 2021 or May 2024 – present',
      ),
    },
  ])
})

describe('a period', () => {
  test('is formatted in the language of the page', () => {
    expect(readPeriod('2023-02 – 2024-11', 'en', 'present').label).toBe('Feb 2023 – Nov 2024')
    expect(readPeriod('2023-02 – present', 'de', 'heute').label).toBe('Feb. 2023 – heute')
  })

  test('may have years without months', () => {
    expect(readPeriod('2018 – 2022', 'en', 'present')).toEqual({
      label: '2018 – 2022',
      from: '2018',
      to: '2022',
    })
  })

  test('that ends with present has no end date', () => {
    expect(readPeriod('2023-07 – present', 'en', 'present').to).toBeUndefined()
  })

  test('may be a single date', () => {
    expect(readPeriod('2020', 'en', 'present')).toEqual({
      label: '2020',
      from: '2020',
      to: '2020',
      isOneDate: true,
    })
  })

  test('that starts and ends in the same month shows it once', () => {
    const { label, isOneDate } = readPeriod('2021-05 – 2021-05', 'en', 'present')
    expect({ label, isOneDate }).toEqual({ label: 'May 2021', isOneDate: undefined })
  })
})
