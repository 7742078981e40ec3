import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { readHeaders, readSite, type ServedFile } from '../site/files.ts'

/**
 * Serves a built site: its files, and its 404 page for unknown paths.
 * A site with a base path is served there and at the root as well, so a proxy may strip the path or
 * keep it.
 */
export function serveSite(app: FastifyInstance, folder: string, root = '/'): void {
  const files = readSite(folder)
  const notFoundPage = files.get('/404.html')
  const onRequest = addHeaders(readHeaders(folder))

  app.get('/*', { onRequest }, (request, reply) => {
    // Without the slash, relative URLs of the page would resolve one level too high.
    if (isRootWithoutSlash(request.url, root)) return reply.redirect(root, 308)
    const address = sitePathOf(request.url, root)
    const file = files.get(address.endsWith('/') ? `${address}index.html` : address)
    return file ? sendFile(request, reply, file) : reply.callNotFound()
  })

  app.setNotFoundHandler({ preHandler: onRequest }, (request, reply) => {
    reply.code(404)
    return notFoundPage ? sendFile(request, reply, notFoundPage) : reply.send('Not found')
  })
}

function addHeaders(headers: Record<string, string>): onRequestHookHandler {
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

function sitePathOf(url: string, root: string): string {
  const path = pathOf(url)
  const base = decodePath(root)
  return path.startsWith(base) ? `/${path.slice(base.length)}` : path
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
