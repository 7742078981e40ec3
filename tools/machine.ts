import { arch, cpus, platform, totalmem } from 'node:os'

const GIB = 2 ** 30

/** The date and the machine of a measurement. */
export function machine(): string {
  const memory = Math.round(totalmem() / GIB)
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, ${cpus().length} cores, ${memory} GiB, ${platform()} ${arch()}, Node ${process.versions.node}`
}
