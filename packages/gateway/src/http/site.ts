import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Serves a built site: its static files, and its 404 page for unknown paths.
 * A site with a base path is served there and at the root as well, so a proxy may strip the path or
 * keep it.
 */
export function serveSite(
  app: FastifyInstance,
  folder: string,
  { root = '/' }: { root?: string | undefined } = {},
): void {
  const files = readSite(folder)
  const notFoundPage = files.get('/404.html')
  const headersOf = readHeaders(folder)
  const base = decodePath(root)
  const addHeaders = async (_: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headersOf('/*'))
  }

  app.get<{ Params: { '*': string } }>('/*', { onRequest: addHeaders }, (request, reply) => {
    const path = `/${request.params['*']}`
    // Without the slash, relative URLs of a page would resolve one level too high.
    if (root !== '/' && `${path}/` === base) return reply.redirect(root, 308)
    const address = path.startsWith(base) ? `/${path.slice(base.length)}` : path
    const file = files.get(address.endsWith('/') ? `${address}index.html` : address)
    if (file) return sendFile(request, reply.headers(headersOf(address)), file)
    if (!files.has(`${address}/index.html`)) return reply.callNotFound()
    return reply.redirect(`${request.url.split('?', 1)[0]}/`, 308)
  })

  app.setNotFoundHandler({ preHandler: addHeaders }, (request, reply) => {
    reply.code(404).headers(headersOf('/404.html'))
    return notFoundPage ? sendFile(request, reply, notFoundPage) : reply.send('Not found')
  })
}

/** The router decodes paths of requests. That of the site's URL may be malformed. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ServedFile) {
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  const body = file.bodies.find(({ encoding }) => !encoding || accepted.has(encoding))
  if (!body) return reply.callNotFound()
  const { encoding, etag, bytes } = body
  reply.headers({ 'cache-control': file.cacheControl, etag, vary: 'accept-encoding' })
  if (reply.statusCode === 200 && matches(request.headers['if-none-match'], etag)) {
    return reply.code(304).send()
  }
  reply.header('content-type', file.type)
  if (encoding) return reply.header('content-encoding', encoding).send(bytes)
  const range = reply.statusCode === 200 ? requestedRange(request, etag, bytes.length) : undefined
  reply.header('accept-ranges', 'bytes')
  if (!range) return reply.send(bytes)
  const { start, end } = range
  if (start > end) {
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
  }
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${bytes.length}`)
    .send(bytes.subarray(start, end + 1))
}

/**
 * The byte range that a request asks for, with `start` after `end` if the file has no such bytes. Safari
 * plays a video only from ranges. Several ranges at once, and a range of another version of the
 * file, get the whole file.
 */
function requestedRange({ method, headers }: FastifyRequest, etag: string, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== etag
  if (method !== 'GET' || isOther || (!first && !last)) return undefined
  if (!first)
    return { start: last === '0' ? size : Math.max(size - Number(last), 0), end: size - 1 }
  if (last && Number(last) < Number(first)) return undefined
  return { start: Number(first), end: Math.min(last ? Number(last) : size - 1, size - 1) }
}

/** Content negotiation: the encodings that a client accepts. */
function acceptedEncodings(header: string | string[] | undefined): Set<string> {
  const offers = String(header ?? '').split(',')
  const accepted = offers.flatMap((offer) => {
    const [name = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase())
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name]
  })
  return new Set(accepted)
}

function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

type ServedFile = {
  type: string
  cacheControl: string
  /** The precompressed copies of the build, best first, then the uncompressed body. */
  bodies: ServedBody[]
}

/** Each encoding has its own bytes, so it has its own ETag. */
type ServedBody = { encoding: 'br' | 'gzip' | undefined; etag: string; bytes: Buffer }

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/** Reads all files of a built site into memory, by path: they are few and small. Skips dotfiles. */
export function readSite(folder: string): Map<string, ServedFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((name) => !isHidden(relative(folder, name)))
  const present = new Set(names)
  return new Map(
    names.flatMap((name) => {
      const type = MEDIA_TYPES[extname(name).toLowerCase()]
      if (type === undefined) return []
      const address = `/${relative(folder, name).split(sep).join('/')}`
      return [[address, { type, ...readServed(name, address, present) }]]
    }),
  )
}

/** Dotfiles are not served, except /.well-known (RFC 8615). */
function isHidden(path: string): boolean {
  return path.split(sep).some((part) => part.startsWith('.') && part !== '.well-known')
}

function readServed(name: string, address: string, present: Set<string>): Omit<ServedFile, 'type'> {
  const bytes = readFileSync(name)
  const isImmutable = address.startsWith('/assets/')
  // The name of an immutable file contains a hash already, and hashing many photos is slow.
  const tag = createHash('sha256')
    .update(isImmutable ? address : bytes)
    .digest('base64url')
    .slice(0, 16)
  const copies = [
    { encoding: 'br' as const, file: `${name}.br` },
    { encoding: 'gzip' as const, file: `${name}.gz` },
  ]
  return {
    cacheControl: isImmutable ? IMMUTABLE : REVALIDATE,
    bodies: [
      ...copies
        .filter(({ file }) => present.has(file))
        .map(({ encoding, file }) => ({
          encoding,
          etag: `"${tag}-${encoding}"`,
          bytes: readFileSync(file),
        })),
      { encoding: undefined, etag: `"${tag}"`, bytes },
    ],
  }
}

/** The headers that the build has written for all paths (`/*`), and for single ones such as a page with its policy. */
function readHeaders(folder: string): (path: string) => Record<string, string> {
  const file = join(folder, '_headers')
  const rules = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=\/)/m) : []
  const headers = rules.map((rule) => {
    const [path = ''] = rule.split('\n', 1)
    const lines = [...rule.matchAll(/^ +([\w-]+): (.+)$/gm)]
    const fields = lines.map(([, name = '', value = '']) => [name.toLowerCase(), value] as const)
    return [path.trim(), Object.fromEntries(fields)] as const
  })
  const byPath = new Map(headers)
  return (path) => byPath.get(path) ?? {}
}

/** Media types (MIME) of the site's files, by extension. */
export const MEDIA_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vcf': 'text/vcard; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}
