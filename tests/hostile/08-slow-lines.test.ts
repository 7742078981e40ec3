import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshForm, postForm, startTestGateway, type TestGateway } from '../fixtures/gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

describe('8 Connections held open', () => {
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
      socket.on('error', reject)
      socket.on('connect', () => resolve(socket))
    })

  test('whoever drips a request is cut off, and others are served meanwhile', async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, open))
    const closed = Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve))),
    )
    const head = 'POST /api/v1.0/email/send HTTP/1.1\r\nHost: x\r\n'
    for (const socket of sockets) socket.on('error', () => {}).write(head)
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('X: x\r\n')
    }, 500)
    expect(await postForm(gateway.url, freshForm())).toMatchObject({ status: 200 })
    await closed
    clearInterval(drip)
    expect(await postForm(gateway.url, freshForm())).toMatchObject({ status: 200 })
  })
})
