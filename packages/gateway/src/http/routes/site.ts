import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import {
  drawPlaceholder,
  PLACEHOLDER_COLOURS,
  type PlaceholderColours,
  readPlaceholder,
} from '../artifacts/placeholder.ts'
import { readSite, type ServedFile } from './files.ts'
import { readHeaders } from './headers.ts'

/**
 * Serves a built site: its files, placeholder pictures, and its own page for unknown addresses.
 * A site that lies below a path of its address answers there and at the top as well, so that it
 * does not matter whether a proxy before it takes the path away.
 */
export function serveSite(app: FastifyInstance, folder: string, root = '/'): void {
  const files = readSite(folder)
  const missing = files.get('/404.html')
  const colours = readColours(folder)
  const onRequest = shieldWith(readHeaders(folder))

  app.get('/placeholder/*', { onRequest }, (request, reply) => {
    const drawn = readPlaceholder(request.url)
    const file = files.get(addressOf(request.url, root))
    if (file) return sendFile(request, reply, file)
    if (!drawn) return reply.callNotFound()
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .send(drawPlaceholder(drawn, colours))
  })

  app.get('/*', { onRequest }, (request, reply) => {
    // Without the slash, every address beside the page would be looked for one step too high.
    if (isRootWithoutSlash(request.url, root)) return reply.redirect(root, 308)
    const address = addressOf(request.url, root)
    const file = files.get(address.endsWith('/') ? `${address}index.html` : address)
    return file ? sendFile(request, reply, file) : reply.callNotFound()
  })

  app.setNotFoundHandler({ preHandler: onRequest }, (request, reply) => {
    reply.code(404)
    return missing ? sendFile(request, reply, missing) : reply.send('Not found')
  })
}

function readColours(folder: string): PlaceholderColours | undefined {
  const file = join(folder, PLACEHOLDER_COLOURS)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function shieldWith(headers: Record<string, string>): onRequestHookHandler {
  return (_, reply, done) => {
    reply.headers(headers)
    done()
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
  if (encoding) reply.header('content-encoding', encoding)
  return reply.header('content-type', file.type).send(bytes)
}

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

function addressOf(url: string, root: string): string {
  const path = pathOf(url)
  const above = decodePath(root)
  return path.startsWith(above) ? `/${path.slice(above.length)}` : path
}

function isRootWithoutSlash(url: string, root: string): boolean {
  return root !== '/' && `${pathOf(url)}/` === decodePath(root)
}

function pathOf(url: string): string {
  return decodePath(url.split(/[?#]/, 1)[0] ?? '/')
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
