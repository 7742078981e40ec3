import { textOf } from '../gateway/error-text.ts'

type Address = { host: string; port: number }

export function formatAddress({ host, port }: Address): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Says why a server could not begin to listen and what to do, and ends the command. */
export function failToListen(error: unknown, command: string, address: Address): never {
  if (!isAboutListening(error)) throw error
  const { port } = address
  const message = textOf(error)
  if (/EADDRINUSE|already in use/.test(message)) {
    console.error(
      `Port ${port} is taken: another program already answers at ${formatAddress(address)}. ` +
        `End that program, or choose another port: PORT=${port + 1} ${command}`,
    )
  } else if (message.includes('EACCES')) {
    console.error(`Port ${port} is reserved on this machine. Choose another: PORT=3000 ${command}`)
  } else {
    console.error(`Nothing can listen at ${formatAddress(address)}: ${message}`)
  }
  process.exit(1)
}

/** The bundler has a sentence of its own for a port that is taken. */
function isAboutListening(error: unknown): boolean {
  const isSystem = error instanceof Error && 'syscall' in error && error.syscall === 'listen'
  return isSystem || /already in use|getaddrinfo/.test(textOf(error))
}
