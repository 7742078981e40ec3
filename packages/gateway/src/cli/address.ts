import { isOnThisMachine } from '../delivery/mail-server.ts'
import { textOf } from '../log.ts'

type Address = { host: string; port: number }

export function formatAddress({ host, port }: Address): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Whether only this machine can reach a server that listens there. */
export function isLoopback(address: Address): boolean {
  const url = formatAddress(address)
  return URL.canParse(url) && isOnThisMachine(new URL(url))
}

/** Prints why a server cannot listen and how to fix it, and exits. */
export function failToListen(error: unknown, command: string, address: Address): never {
  if (!isListenError(error)) throw error
  const { port } = address
  const message = textOf(error)
  if (/EADDRINUSE|already in use/.test(message)) {
    console.error(
      `Port ${port} is in use: another process is listening at ${formatAddress(address)}. ` +
        `Stop that process or set another port: PORT=${port + 1} ${command}`,
    )
  } else if (message.includes('EACCES')) {
    console.error(`No permission to listen on port ${port}. Set another port: PORT=3000 ${command}`)
  } else {
    console.error(`Cannot listen at ${formatAddress(address)}: ${message}`)
  }
  process.exit(1)
}

/** The bundler has its own error message for a port in use. */
function isListenError(error: unknown): boolean {
  const isSystem = error instanceof Error && 'syscall' in error && error.syscall === 'listen'
  return isSystem || /already in use|getaddrinfo/.test(textOf(error))
}
