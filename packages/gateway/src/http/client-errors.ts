import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** Prevents caching, MIME sniffing, and embedding by other sites. */
export const RESPONSE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

const HEADERS = { ...RESPONSE_HEADERS, 'content-type': 'text/plain; charset=utf-8' }

const STATUS_BY_CODE: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Sends only the status text: an error message may contain parts of the request. */
export function sendStatus(reply: FastifyReply, status: number) {
  return reply.code(status).headers(HEADERS).send(STATUS_CODES[status])
}

/** Answers malformed HTTP in the same way, and closes the connection. */
export function handleClientError({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable) {
    const status = STATUS_BY_CODE[code] ?? 400
    const body = STATUS_CODES[status] ?? ''
    const all = { ...HEADERS, 'content-length': body.length, connection: 'close' }
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${body}\r\n${head.join('')}\r\n${body}`)
  }
  socket.destroy()
}
