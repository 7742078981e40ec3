import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import settings from 'virtual:reward-codes/settings'
import type { APIRoute, GetStaticPaths } from 'astro'
import { resumeFiles } from '../content/resume-files.ts'
import { metadataFiles } from '../files/metadata-files.ts'
import { typesetFiles } from '../files/typeset-files.ts'
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
  const content = await readContent(routePattern)
  const path = params.resume
    ? `/${params.resume}${extname(routePattern)}`
    : routePattern.slice(content.home.length)
  const body = await makeFile(path, content)
  const headers = { 'content-type': MEDIA_TYPES[extname(path)] ?? '' }
  return new Response(body as BodyInit, { headers })
}

async function makeFile(path: string, current: Current): Promise<Buffer | string | undefined> {
  const { content, further, hasCard, locator, brandFile } = current
  const palettes = readPalettes(content.site)
  const brand = brandFile === undefined ? undefined : await readFile(brandFile)
  const typesetting = typesetFiles({
    portfolio: content,
    further,
    content: folder,
    cache: settings.cache,
    locator,
    brand,
    palettes,
    hasCard,
    warn: console.warn,
  })
  const files = [
    ...typesetting,
    ...(brand ? [{ path: TOUCH_ICON, read: () => drawTouchIcon(brand, palettes.light.bg) }] : []),
    ...metadataFiles(content),
  ]
  return files.find((file) => file.path === path)?.read()
}
