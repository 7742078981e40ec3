import type { Portfolio } from './portfolio.ts'

/** A format in which visitors download a resume. */
export type DownloadFormat = NonNullable<Portfolio['resume']>['downloads'][number]

/** The files of a resume in the order of its downloads: Resume.pdf, Resume.docx, Resume.txt. */
export function resumeFiles(
  resume: Pick<NonNullable<Portfolio['resume']>, 'fileName' | 'downloads'> | undefined,
) {
  const { fileName = '', downloads = [] } = resume ?? {}
  return downloads.map((format) => ({ format, name: fileName.replace(/pdf$/, format) }))
}
