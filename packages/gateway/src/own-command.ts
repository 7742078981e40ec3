import { basename } from 'node:path'

/** The name of a program whose commands are npm scripts. */
export const NPM_RUN = 'npm run'
/** The program of a gateway that is installed without a site. */
export const GATEWAY_PROGRAM = 'reward-codes-gateway'

const isAlone = basename(process.argv[1] ?? '').startsWith(GATEWAY_PROGRAM)

/** How you call a command here: `npm run messages -- list`, or `reward-codes-gateway messages list`. */
export function ownCommand(name: string, args?: string): string {
  const call = `${isAlone ? GATEWAY_PROGRAM : NPM_RUN} ${name}`
  // npm passes options after `--`.
  return args === undefined ? call : `${call}${isAlone ? '' : ' --'} ${args}`
}
