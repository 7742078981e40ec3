import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brandFile, folder, written } from 'virtual:reward-codes/content'
import type { APIRoute, GetStaticPaths } from 'astro'
import { iconFiles, renderSocialCard } from 'reward-codes/internal/build/favicons.ts'
import { makeMetadataFiles } from 'reward-codes/internal/build/metadata-files.ts'
import { readPalettes } from 'reward-codes/internal/exports/colors.ts'
import { loadFaces } from 'reward-codes/internal/exports/font-faces.ts'
import { renderResumePdf } from 'reward-codes/internal/exports/resume/resume-pdf.ts'

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
export const getStaticPaths: GetStaticPaths = () => {
  const { fileName } = written.resume ?? {}
  return fileName ? [{ params: { resume: fileName.replace(/\.pdf$/, '') } }] : []
}

/** Makes the file of a route of FILES. Without a body, Astro writes no file. */
export const GET: APIRoute = async ({ routePattern, params }) => {
  const body = params.resume ? await resumePdf() : await makeFile(routePattern)
  const type = MEDIA_TYPES[extname(params.resume ? '.pdf' : routePattern)] ?? ''
  return new Response(body as BodyInit, { headers: { 'content-type': type } })
}

/** The owner's PDF, or a generated one. */
async function resumePdf() {
  const { customPdf } = written.resume ?? {}
  if (customPdf) return readFile(join(folder, customPdf))
  const { look } = written.site
  await loadFaces(look)
  return renderResumePdf(written, readPalettes(folder, look).light)
}

async function makeFile(path: string): Promise<Buffer | string | undefined> {
  const { look } = written.site
  const palettes = readPalettes(folder, look)
  const source = brandFile && (await readFile(brandFile))
  const brand = { name: brandFile ?? '', source: source || undefined }
  if (path === '/social-card.png') {
    await loadFaces(look)
    return renderSocialCard(written, brand, palettes)
  }
  const icon = iconFiles(brand, palettes).find((file) => file.path === path)
  if (icon) return icon.read()
  const texts = makeMetadataFiles(written, palettes.light.bg, brandFile !== undefined)
  return texts.find((file) => file.path === path)?.body
}
