import { startMailServer } from '../../tests/fixtures/mail-server.ts'

// A program of its own: a mail server that takes mails as fast as they come, and tells how many came.

let mails = 0
const server = await startMailServer({
  onData: (stream, _, done) =>
    stream.resume().on('end', () => {
      mails++
      done(null, 'taken')
    }),
})
process.on('message', () => process.send?.(mails))
process.on('disconnect', () => server.close().then(() => process.exit(0)))
process.send?.(server.url)
