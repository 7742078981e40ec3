import https, { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type ConnectionOptions, connect } from 'node:tls'
import emailjs from '@emailjs/nodejs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, storedWith, type TestGateway } from '../fixtures/gateway.ts'
import { tlsFiles } from '../fixtures/mail-server.ts'

// The original Node client only supports HTTPS on port 443 of a host name. The tests redirect
// connections to mail.test:443 to a TLS server in tlsServer of the gateway.

const HOST = 'mail.test'
const PRIVATE_KEY = 'a-private-key-of-some-length'

let gateway: TestGateway
const originalCreateConnection = https.globalAgent.createConnection

const tlsServer = createServer(tlsFiles(), async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { host: _, ...headers } = request.headers
  contentLengths.push(headers['content-length'])
  const answer = await fetch(`${gateway.url}${request.url}`, {
    method: 'POST',
    headers: { 'content-type': headers['content-type'] ?? '' },
    body: Buffer.concat(chunks),
  })
  response.writeHead(answer.status)
  response.end(await answer.text())
})
const contentLengths: (string | undefined)[] = []

beforeAll(async () => {
  gateway = await startTestGateway({ environment: { PRIVATE_KEY } })
  await new Promise<void>((resolve) => tlsServer.listen(0, '127.0.0.1', resolve))
  const { port } = tlsServer.address() as AddressInfo
  const { cert } = tlsFiles()
  https.globalAgent.createConnection = (options) => {
    expect(options).toMatchObject({ host: HOST, port: 443 })
    return connect({ ...(options as ConnectionOptions), host: '127.0.0.1', port, ca: cert })
  }
})
afterAll(async () => {
  https.globalAgent.createConnection = originalCreateConnection
  tlsServer.close()
  await gateway.close()
})

/** The client only accepts the host globally, but the keys also per call. */
const keys = { publicKey: 'portfolio', privateKey: PRIVATE_KEY }
emailjs.init({ publicKey: '' }, HOST)

test('the Node client sends a chunked body with the private key', async () => {
  const message = crypto.randomUUID()
  const sent = await emailjs.send('default_service', 'message', { message }, keys)
  expect(sent).toMatchObject({ status: 200, text: 'OK' })
  expect(contentLengths.at(-1)).toBeUndefined()
  expect(await storedWith(gateway, message)).toEqual([{ message }])
})
