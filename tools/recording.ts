import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { addVersion, npmSettings, packAll, startRegistry } from 'test-fixtures/packed.ts'
import { fillDocument, machine } from './fill-document.ts'

// Records what an owner types and reads, from an empty folder to a site that can be published, into
// docs/recording.md.

const NEXT = '0.2.0'
const SECTION = `import { line, Section, type SectionProps, z } from 'reward-codes/parts'

export const schema = z.strictObject({ talks: z.array(line('The title of a talk.')) })

export default function Talks({ id, heading, content }: SectionProps<typeof schema>) {
  return (
    <Section id={id} heading={heading}>
      {content.talks.map((title) => <p key={title}>{title}</p>)}
    </Section>
  )
}
`
const FIELDS = `customSections:
  - id: talks
    menuLabel: Talks
    heading: Talks
    talks: [Pages without waiting]
`

type Step = { title: string; commands: string[]; before?: () => void }

const folder = mkdtempSync(join(tmpdir(), 'reward-codes-recording-'))
const empty = join(folder, 'empty')
const site = join(empty, 'my-site')
mkdirSync(empty)

const STEPS: Step[] = [
  {
    title: 'Create',
    commands: [
      'npm create reward-codes my-site -- --name "Anna Nowak" --headline "Web Developer" --place Gdynia --yes',
    ],
  },
  {
    title: 'Edit',
    commands: [
      `sed -i 's/^footer: .*/footer: Made by hand in Gdynia/' content/portfolio.yaml`,
      'npm run build',
    ],
  },
  {
    title: 'An own section, and a copied part',
    commands: [
      `mkdir -p parts/sections\ncat > parts/sections/talks.tsx <<'END'\n${SECTION}END`,
      `cat >> content/portfolio.yaml <<'END'\n${FIELDS}END`,
      'npx reward-codes eject About',
      `sed -i 's/{about.heading}/{about.heading.toUpperCase()}/' parts/About.tsx`,
      'npx reward-codes parts',
      'npm run build',
    ],
  },
  {
    title: 'Upgrade',
    before: () => addVersion(tarballs, NEXT, changeEngine),
    commands: [
      'sha256sum parts/About.tsx parts/sections/talks.tsx content/portfolio.yaml > /tmp/own.sha256',
      'npx reward-codes upgrade --yes',
      'sha256sum --check /tmp/own.sha256',
      'npx reward-codes parts accept About --merge',
    ],
  },
  { title: 'Publish', commands: ['npx reward-codes deploy pages', 'npm run build'] },
]

const tarballs = packAll(folder)
const registry = await startRegistry(tarballs)
try {
  const parts: string[] = []
  for (const { title, commands, before } of STEPS) {
    before?.()
    const lines: string[] = []
    const startedAt = performance.now()
    for (const command of commands) lines.push(`$ ${command}`, await run(command))
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const block = lines.filter(Boolean).join('\n')
    parts.push(`## ${title}\n\n\`\`\`console\n${block}\n\`\`\`\n\n${seconds} s.`)
  }
  fillDocument('recording.md', { recording: `${parts.join('\n\n')}\n\n${sizes()}` })
} finally {
  registry.close()
  rmSync(folder, { recursive: true, force: true })
}

/** A later version, with other words in the original of a part and on the page. */
function changeEngine(engine: string) {
  replaceIn(join(engine, 'dist/originals.json'), '/** The bio,', '/** The biography,')
  replaceIn(join(engine, 'dist/content/strings/en.js'), 'Skip to content', 'Skip to the content')
}

function replaceIn(file: string, before: string, after: string) {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(before)) throw new Error(`${file} has no ${before}.`)
  writeFileSync(file, text.replace(before, after))
}

/** Runs a command in the site, or in the empty folder before there is one. Returns what it printed. */
function run(command: string): Promise<string> {
  const cwd = command.startsWith('npm create') ? empty : site
  const { PATH = '', HOME = '', CHROMIUM_PATH = '' } = process.env
  const settings = npmSettings(registry.url, join(folder, 'npm-cache'))
  const own = join(folder, 'own.sha256')
  const child = spawn('bash', ['-c', command.replaceAll('/tmp/own.sha256', own)], {
    cwd,
    env: { PATH, HOME, CHROMIUM_PATH, COLUMNS: '100', ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  }
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code === 0) resolve(withoutPlace(output))
      else reject(new Error(`${command}\n${output}`))
    })
  })
}

/** What was printed, without the paths of this machine. */
function withoutPlace(output: string): string {
  return stripVTControlCharacters(output).replaceAll(`${empty}/`, '').trim()
}

function sizes(): string {
  const rows = [
    ['files of the owner', ownFiles()],
    ['installed (`node_modules/`)', filesIn(join(site, 'node_modules'))],
    ['the site (`dist/`)', filesIn(join(site, 'dist'))],
  ] as const
  const lines = rows.map(([what, files]) => {
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
    return `| ${what} | ${files.length} | ${Math.round(bytes / 1000).toLocaleString('en')} KB |`
  })
  return [
    '## Sizes',
    '',
    '| | files | size |',
    '| - | -: | -: |',
    ...lines,
    '',
    `${machine()}.`,
  ].join('\n')
}

function ownFiles(): string[] {
  const generated = /^(?:node_modules|dist|data|\.cache|\.upgrade|export)$/
  return readdirSync(site, { withFileTypes: true })
    .filter(({ name }) => !generated.test(name))
    .flatMap((entry) => {
      const path = join(site, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })
}

function filesIn(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
