import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { formOf } from '../../tests/fixtures/gateway.ts'
import { localAddress } from '../../tests/fixtures/load.ts'

/** A message of 1 KB. */
const TEXT = 'A project for spring, in ten pages. '.repeat(28)
const END_OF_HEAD = '\r\n\r\n'
const OK = 'HTTP/1.1 200 '
const ID = 'the-id-of-a-message'
const TOKEN = 'the-token-of-a-captcha'

/** Gives a new message with each call, as a browser sends it: only what differs is made anew. */
export type NextRequest = (token?: string) => string

export async function requestsTo(url: string): Promise<NextRequest> {
  const form = formOf({ message: `${ID} ${TEXT}`, 'g-recaptcha-response': TOKEN })
  const response = new Response(form)
  const body = await response.text()
  const head = [
    'POST /api/v1.0/email/send-form HTTP/1.1',
    `host: ${new URL(url).host}`,
    `origin: ${url}`,
    `content-type: ${response.headers.get('content-type')}`,
    'content-length: ',
  ].join('\r\n')
  return (token = '') => {
    const filled = body.replace(ID, crypto.randomUUID()).replace(TOKEN, token)
    return head + filled.length + END_OF_HEAD + filled
  }
}

export type Load = {
  /** How many messages were answered 200, in how many seconds. */
  answered: number
  seconds: number
  /** The milliseconds that each answer took, the quickest first. */
  waits: number[]
}

/**
 * Sends over as many connections as there are visitors, each from an address of its own and its next
 * message when it was answered, until `next` gives no more.
 */
export async function sendAll(
  url: string,
  next: () => string | undefined,
  visitors: number,
): Promise<Load> {
  const waits: number[] = []
  const begin = performance.now()
  const visit = async (visitor: number) => {
    const [host, port] = ['127.0.0.1', Number(new URL(url).port)]
    const socket = connect({ host, port, localAddress: localAddress(visitor) }).setNoDelay()
    await once(socket, 'connect')
    for (let request = next(); request; request = next()) {
      waits.push(await exchange(socket, request))
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: visitors }, (_, visitor) => visit(visitor)))
  const seconds = (performance.now() - begin) / 1000
  return { answered: waits.length, seconds, waits: waits.sort((a, b) => a - b) }
}

async function exchange(socket: Socket, request: string): Promise<number> {
  const begin = performance.now()
  const answered = Promise.withResolvers<string>()
  let said = ''
  const listen = (chunk: Buffer) => {
    said += chunk.toString('latin1')
    const head = said.indexOf(END_OF_HEAD)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(said)?.[1])
    if (head >= 0 && said.length >= head + END_OF_HEAD.length + length) answered.resolve(said)
  }
  socket.on('data', listen).once('close', answered.reject)
  socket.write(request, 'latin1')
  const answer = await answered.promise
  socket.removeAllListeners('data').removeListener('close', answered.reject)
  if (!answer.startsWith(OK)) throw new Error(`A message was answered ${answer.slice(0, 200)}`)
  return performance.now() - begin
}
