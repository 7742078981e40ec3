import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** So long a stop waits for whoever is still sending; who sends half a request would hold it for good. */
const FOR_SENDERS_MS = 2000
/** And so long for answers: a captcha's provider has 5 s, and whoever stops programs kills them after 10. */
const FOR_ANSWERS_MS = 7000

/** Lets a closing server end: first the lines without a whole request, then those without an answer. */
export function endLinesOnClose(app: FastifyInstance): void {
  const lines = new Set<Socket>()
  const requests = new Set<IncomingMessage>()
  app.server.on('connection', (line) => {
    lines.add(line)
    line.once('close', () => lines.delete(line))
  })
  app.server.on('request', (request, response) => {
    requests.add(request)
    response.once('close', () => requests.delete(request))
  })
  const endSenders = () => {
    const answered = [...requests].filter(({ complete }) => complete)
    const kept = new Set(answered.map(({ socket }) => socket))
    for (const line of lines) if (!kept.has(line)) line.destroy()
  }
  app.addHook('preClose', async () => {
    setTimeout(endSenders, FOR_SENDERS_MS).unref()
    setTimeout(() => app.server.closeAllConnections(), FOR_ANSWERS_MS).unref()
  })
}
