/** A package as npm's lockfile describes it. */
export type LockedPackage = {
  name?: string
  version?: string
  license?: string
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  /** Not installed where only what runs is. */
  dev?: boolean
}

/** The packages of a lockfile by their paths; the project itself stands at the empty one. */
export type Locked = Record<string, LockedPackage>

/** What the bundler puts into the page, though no server needs it. */
const IN_THE_PAGE = ['react', 'react-dom', '@emailjs/browser', 'altcha']
const FOLDER = 'node_modules/'

/** Every package, and which needs which, in the format CycloneDX 1.6; `excluded` only builds and tests. */
export function billOfMaterials(locked: Locked) {
  const { name = '', version = '', license = '' } = locked[''] ?? {}
  const paths = Object.keys(locked).filter((path) => path !== '')
  const running = runningIn(locked)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': name,
        name,
        version,
        licenses: [{ expression: license }],
      },
    },
    components: paths.map((path) => {
      const scope = running.has(path) ? 'required' : 'excluded'
      return { type: 'library', 'bom-ref': path, scope, ...describe(path, locked[path] ?? {}) }
    }),
    dependencies: ['', ...paths].map((path) => ({
      ref: path || name,
      dependsOn: neededBy(locked, path),
    })),
  }
}

/** The paths of all packages that run, on a server or in a browser. */
function runningIn(locked: Locked): Set<string> {
  const { dependencies = {} } = locked[''] ?? {}
  const running = new Set<string>()
  const waiting = [...Object.keys(dependencies), ...IN_THE_PAGE].map((name) => FOLDER + name)
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (running.has(path)) continue
    running.add(path)
    waiting.push(...neededBy(locked, path))
  }
  return running
}

function neededBy(locked: Locked, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = locked[path] ?? {}
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  return names.flatMap((name) => findFrom(locked, path, name) ?? [])
}

/** Where Node finds a package: in the nearest folder on the way up. */
function findFrom(locked: Locked, path: string, name: string): string | undefined {
  const place = `${path && `${path}/`}${FOLDER}${name}`
  if (place in locked) return place
  return path
    ? findFrom(locked, path.slice(0, Math.max(path.lastIndexOf(`/${FOLDER}`), 0)), name)
    : undefined
}

function describe(path: string, { name, version = '', license, integrity }: LockedPackage) {
  const actual = name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)
  return {
    name: actual,
    version,
    purl: `pkg:npm/${actual.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ expression: license }] }),
    ...(integrity && { hashes: [hashOf(integrity)] }),
  }
}

function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-')
  const alg = algorithm.toUpperCase().replace('SHA', 'SHA-')
  return { alg, content: Buffer.from(digest, 'base64').toString('hex') }
}
