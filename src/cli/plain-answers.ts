import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { ANSWER_HEADERS } from '../gateway/intake/answer.ts'

const HEADERS = { ...ANSWER_HEADERS, 'content-type': 'text/plain; charset=utf-8' }

const STATUS_OF_FAULT: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Says what is wrong by its status alone: words of an error may hold those of a request. */
export function answerPlainly(reply: FastifyReply, status: number) {
  return reply.code(status).headers(HEADERS).send(STATUS_CODES[status])
}

/** Says the same to what is no request, and hangs up. */
export function answerNonsense({ code = '' }: NodeJS.ErrnoException, line: Socket): void {
  if (line.writable) {
    const status = STATUS_OF_FAULT[code] ?? 400
    const body = STATUS_CODES[status] ?? ''
    const all = { ...HEADERS, 'content-length': body.length, connection: 'close' }
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    line.write(`HTTP/1.1 ${status} ${body}\r\n${head.join('')}\r\n${body}`)
  }
  line.destroy()
}
