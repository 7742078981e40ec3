import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { APIRoute, GetStaticPaths } from 'astro'
import { typeset } from '../content/typography.ts'
import { metadataFiles } from '../files/metadata-files.ts'
import { typesetFiles } from '../files/typeset-files.ts'
import { readPalettes } from '../images/colors.ts'
import { iconFiles } from '../images/favicons.ts'
import { folder, readContent } from './content.ts'

const MEDIA_TYPES: Record<string, string> = {
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vcf': 'text/vcard; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
}

/** The only dynamic route is that of the resume, whose name the owner chooses. */
export const getStaticPaths: GetStaticPaths = async () => {
  const { fileName } = (await readContent()).written.resume ?? {}
  return fileName ? [{ params: { resume: fileName.replace(/\.pdf$/, '') } }] : []
}

/** Makes the file of a route of FILES. Without a body, Astro writes no file. */
export const GET: APIRoute = async ({ routePattern, params }) => {
  const path = params.resume ? `/${params.resume}.pdf` : routePattern
  const body = await makeFile(path)
  const headers = { 'content-type': MEDIA_TYPES[extname(path)] ?? '' }
  return new Response(body as BodyInit, { headers })
}

async function makeFile(path: string): Promise<Buffer | string | undefined> {
  const { written, hasCard, brandFile } = await readContent()
  const palettes = readPalettes(folder, written.site.look)
  const source = brandFile && (await readFile(brandFile))
  const brand = { name: brandFile ?? '', source: source || undefined }
  const typesetting = typesetFiles({
    portfolio: typeset(written),
    own: written.resume,
    content: folder,
    brand,
    palettes,
    hasCard,
    warn: console.warn,
  })
  const files = [
    ...typesetting,
    ...iconFiles(brand, palettes),
    ...metadataFiles(written, palettes.light.bg, brandFile !== undefined),
  ]
  return files.find((file) => file.path === path)?.read()
}
