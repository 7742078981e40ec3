import type { Portfolio } from '../../content/schema.ts'

/** The date for content without dates: no generated file is older. */
const OLDEST = '2026-11'

/**
 * The newest past date of the content. The build time would make equal content give different
 * bytes. End dates are ignored, because they may be planned; start dates are in the past.
 */
export function dateOfContent({ resume, footer }: Portfolio): Date {
  const { education, experience, volunteering, certificates, awards, publications } = resume ?? {}
  const dates = [
    ...(footer.match(/(?<!\d)20\d\d(?!\d)/g) ?? []),
    ...[education, experience, volunteering].flatMap((list) =>
      (list?.entries ?? []).map(({ period }) => period?.from),
    ),
    ...[certificates, awards, publications].flatMap((list) =>
      (list?.entries ?? []).map(({ date }) => date?.iso),
    ),
  ].filter((date) => date !== undefined)
  // ISO 8601: a year or a month alone parses as its first day.
  return new Date(dates.sort().at(-1) ?? OLDEST)
}
