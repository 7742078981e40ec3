import { diagnosticsAfter } from 'test-fixtures/content-errors.ts'
import { expect, test } from 'vitest'
import { toIsoDates } from './dates.ts'

test.each([
  ['2018 – 2022', '2018 – 2022'],
  ['2018 - 2022', '2018 – 2022'],
  ['2018–2022', '2018 – 2022'],
  ['2018-10-01 – 2022-03', '2018-10-01 – 2022-03'],
  ['Oct 2018 – present', '2018-10 – present'],
  ['October 2018 - May 2022', '2018-10 – 2022-05'],
  ['May 2024', '2024-05'],
])('the period %j is %j in ISO form', (written, read) => {
  expect(diagnosticsAfter(['period: 2018 – 2022', `period: ${written}`])).toEqual([])
  expect(toIsoDates(written)).toBe(read)
})

test.each([
  ...['2018-2022', '10/2018 – 03/2022', 'Okt. 2018 – März 2022', 'seit 2025', 'May 5, 2024'],
  ...['2018 – heute', 'may 2024', 'Mayo 2024', '2018-13', 'Summer 2019', '"2024 –"'],
])('the period %s is an error that shows the form', (written) => {
  expect(diagnosticsAfter(['period: 2018 – 2022', `period: ${written}`])).toMatchObject([
    {
      field: 'resume.education.entries.0.period',
      expected: expect.stringContaining(
        'a period such as 2021-03 – 2023-06, 2019 – 2021 or May 2024 – present',
      ),
    },
  ])
})
