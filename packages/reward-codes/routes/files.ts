import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import settings from 'virtual:reward-codes/settings'
import type { APIRoute, GetStaticPaths } from 'astro'
import { resumeFiles } from '../content/resume-files.ts'
import { makeJsonResume } from '../files/json-resume.ts'
import { makeRobots } from '../files/metadata-files.ts'
import { makeResume, makeSocialCard } from '../files/typeset-files.ts'
import { makeVcard } from '../files/vcard.ts'
import { readPalettes } from '../images/colors.ts'
import { drawTouchIcon } from '../images/favicons.ts'
import { type Current, folder, readContent } from './content.ts'
import { TOUCH_ICON } from './paths.ts'

const MEDIA_TYPES: Record<string, string> = {
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.vcf': 'text/vcard; charset=utf-8',
}

/** The only dynamic routes are those of the resumes, whose names the owner chooses. */
export const getStaticPaths: GetStaticPaths = async ({ routePattern }) => {
  const { content, further } = await readContent(routePattern)
  const extension = extname(routePattern)
  return [content, ...further]
    .flatMap(({ resume }) => resumeFiles(resume))
    .filter(({ name }) => name.endsWith(extension))
    .map(({ name }) => ({ params: { resume: name.slice(0, -extension.length) } }))
}

/** Makes the file of a route of FILES. Without a body, Astro writes no file. */
export const GET: APIRoute = async ({ routePattern, params }) => {
  const current = await readContent(routePattern)
  const extension = extname(routePattern)
  const body = params.resume
    ? await resumeNamed(params.resume + extension, current)
    : await makeFile(routePattern.slice(current.home.length), current)
  const headers = { 'content-type': MEDIA_TYPES[extension] ?? '' }
  return new Response(body as BodyInit, { headers })
}

async function makeFile(path: string, current: Current): Promise<Buffer | string | undefined> {
  const { content, hasCard, brandFile } = current
  switch (path) {
    case '/contact.vcf':
      return makeVcard(content)
    case '/resume.json':
      return content.resume && JSON.stringify(makeJsonResume(content), null, 2)
    case '/robots.txt':
      return makeRobots(content.site.url)
    case '/social-card.png':
      if (!hasCard) return undefined
      return makeSocialCard({ portfolio: content, brandFile, folder, cache: settings.cache })
    case TOUCH_ICON:
      if (brandFile === undefined) return undefined
      return drawTouchIcon(await readFile(brandFile), readPalettes(content.site).light.bg)
    default:
      return undefined
  }
}

async function resumeNamed(file: string, { content, further, locator }: Current) {
  for (const portfolio of [content, ...further]) {
    const found = resumeFiles(portfolio.resume).find(({ name }) => name === file)
    if (found) return makeResume(portfolio, found.format, { folder, locator, warn: console.warn })
  }
  return undefined
}
