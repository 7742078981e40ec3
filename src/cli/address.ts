/** Where a server is to listen, read from PORT and HOST. */
export function readAddress(): { host: string; port: number } {
  const host = process.env.HOST ?? '127.0.0.1'
  const text = process.env.PORT ?? '3000'
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return { host, port }
  console.error(`PORT is "${text}"; it must be a whole number from 0 to 65535.`)
  process.exit(1)
}

export function formatAddress({ host, port }: { host: string; port: number }): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Says why a server could not begin to listen and what to do, and ends the command. */
export function failToListen(error: unknown, command: string): never {
  const { host, port } = readAddress()
  const message = error instanceof Error ? error.message : String(error)
  if (/EADDRINUSE|already in use/.test(message)) {
    console.error(
      `Port ${port} is taken: another program already answers at ${formatAddress({ host, port })}. ` +
        `End that program, or choose another port: PORT=${port + 1} ${command}`,
    )
  } else if (message.includes('EACCES')) {
    console.error(`Port ${port} is reserved on this machine. Choose another: PORT=3000 ${command}`)
  } else {
    console.error(`Nothing can listen at ${formatAddress({ host, port })}: ${message}`)
  }
  process.exit(1)
}
