import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { formOf } from 'test-fixtures/gateway.ts'
import { localAddress } from 'test-fixtures/load.ts'

/** 1 KB. */
const TEXT = 'A project for spring, in ten pages. '.repeat(28)
const END_OF_HEADERS = '\r\n\r\n'
const OK = 'HTTP/1.1 200 '
const ID = 'id-of-the-message'
const TOKEN = 'token-of-the-captcha'

/**
 * Returns a function that creates the HTTP request of a new message, as a browser sends it. The form
 * is encoded once: only the text and the captcha token change.
 */
export async function formRequests(url: string): Promise<(captchaToken?: string) => string> {
  const form = formOf({ message: `${ID} ${TEXT}`, 'g-recaptcha-response': TOKEN })
  const response = new Response(form)
  const body = await response.text()
  const headers = [
    'POST /api/v1.0/email/send-form HTTP/1.1',
    `host: ${new URL(url).host}`,
    `origin: ${url}`,
    `content-type: ${response.headers.get('content-type')}`,
    'content-length: ',
  ].join('\r\n')
  return (captchaToken = '') => {
    const message = body.replace(ID, crypto.randomUUID()).replace(TOKEN, captchaToken)
    return headers + message.length + END_OF_HEADERS + message
  }
}

type LoadResult = {
  /** The number of responses 200. Any other response throws. */
  answered: number
  seconds: number
  /** The milliseconds of each request, in ascending order. */
  latencies: number[]
}

/**
 * Sends requests over `clients` connections, each from a separate address, until `next` returns
 * undefined. A client sends its next request after the response to the last one.
 */
export async function sendAll(
  url: string,
  next: () => string | undefined,
  clients: number,
): Promise<LoadResult> {
  const latencies: number[] = []
  const begin = performance.now()
  const runClient = async (client: number) => {
    const [host, port] = ['127.0.0.1', Number(new URL(url).port)]
    const socket = connect({ host, port, localAddress: localAddress(client) }).setNoDelay()
    await once(socket, 'connect')
    for (let request = next(); request; request = next()) {
      latencies.push(await exchange(socket, request))
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)))
  const seconds = (performance.now() - begin) / 1000
  return { answered: latencies.length, seconds, latencies: latencies.sort((a, b) => a - b) }
}

/** Sends a request and returns the milliseconds until its response is complete. */
async function exchange(socket: Socket, request: string): Promise<number> {
  const begin = performance.now()
  const answered = Promise.withResolvers<string>()
  let received = ''
  const listen = (chunk: Buffer) => {
    received += chunk.toString('latin1')
    const end = received.indexOf(END_OF_HEADERS)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1])
    if (end >= 0 && received.length >= end + END_OF_HEADERS.length + length)
      answered.resolve(received)
  }
  socket.on('data', listen).once('close', answered.reject)
  socket.write(request, 'latin1')
  const response = await answered.promise
  socket.removeAllListeners('data').removeListener('close', answered.reject)
  if (!response.startsWith(OK)) throw new Error(`Expected 200, got ${response.slice(0, 200)}`)
  return performance.now() - begin
}
