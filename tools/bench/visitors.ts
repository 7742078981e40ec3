import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { formOf } from '../tests/fixtures/gateway.ts'

/** A message of 1 KB. */
const TEXT = 'A project for spring, in ten pages. '.repeat(28)
const END_OF_HEAD = '\r\n\r\n'
const OK = 'HTTP/1.1 200 '

/** A request as a browser sends it, made beforehand so that making it is not measured. */
export async function requestOf(url: string, token?: string): Promise<Buffer> {
  const message = `${crypto.randomUUID()} ${TEXT}`
  const form = formOf({ message, ...(token && { 'g-recaptcha-response': token }) })
  const response = new Response(form)
  const body = Buffer.from(await response.arrayBuffer())
  const head = [
    'POST /api/v1.0/email/send-form HTTP/1.1',
    `host: ${new URL(url).host}`,
    `origin: ${url}`,
    `content-type: ${response.headers.get('content-type')}`,
    `content-length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(head.join('\r\n') + END_OF_HEAD), body])
}

/**
 * Sends requests over as many connections as there are visitors, each its next one when it was
 * answered. Gives the milliseconds that each answer took, the quickest first.
 */
export async function sendAll(
  url: string,
  requests: Buffer[],
  visitors: number,
): Promise<{ seconds: number; waits: number[] }> {
  const waits: number[] = []
  let next = 0
  const begin = performance.now()
  const visit = async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setNoDelay()
    await once(socket, 'connect')
    while (next < requests.length) waits.push(await exchange(socket, requests[next++]))
    socket.destroy()
  }
  await Promise.all(Array.from({ length: visitors }, visit))
  const seconds = (performance.now() - begin) / 1000
  return { seconds, waits: waits.sort((a, b) => a - b) }
}

async function exchange(socket: Socket, request: Buffer = Buffer.alloc(0)): Promise<number> {
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
  socket.write(request)
  const answer = await answered.promise
  socket.removeAllListeners('data').removeListener('close', answered.reject)
  if (!answer.startsWith(OK)) throw new Error(`A message was answered ${answer.slice(0, 200)}`)
  return performance.now() - begin
}
