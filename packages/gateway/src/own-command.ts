import { basename } from 'node:path'

/** The program of a gateway that is installed without a site. */
export const GATEWAY_PROGRAM = 'reward-codes-gateway'

const isAlone = basename(process.argv[1] ?? '').startsWith(GATEWAY_PROGRAM)
/** The package manager that runs this process. Without one it is npm, which comes with Node. */
const [MANAGER = 'npm'] = /^(?:pnpm|yarn|bun)/.exec(process.env.npm_config_user_agent ?? '') ?? []
/** Scripts of a site that need `run`: pnpm or Yarn has a command of that name. */
const TAKEN = ['init', 'doctor']

/** The program whose commands are the scripts of a site. */
export const SITE_SCRIPTS = `${MANAGER} run`

/** How you call a command here: `npm run messages -- list`, or `reward-codes-gateway messages list`. */
export function ownCommand(name: string, args?: string): string {
  if (isAlone) return [GATEWAY_PROGRAM, name, args].filter(Boolean).join(' ')
  return args === undefined ? scriptCall(name) : `${scriptCallWithOptions(name)} ${args}`
}

/** How you call a script of a site: `npm run dev`, `pnpm dev`. */
function scriptCall(name: string): string {
  const isShort = name === 'start' || (/pnpm|yarn/.test(MANAGER) && !TAKEN.includes(name))
  return `${MANAGER} ${isShort ? '' : 'run '}${name}`
}

/** What options follow: npm passes them after `--`. */
export function scriptCallWithOptions(name: string): string {
  return MANAGER === 'npm' ? `${scriptCall(name)} --` : scriptCall(name)
}

/** How you add packages to a site. */
export function addPackages(packages: string): string {
  return `${MANAGER} ${MANAGER === 'npm' ? 'install' : 'add'} ${packages}`
}
