import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashesOf } from 'test-fixtures/owner-project.ts'
import { ownerWithParts } from 'test-fixtures/owner-with-parts.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PART_NAMES } from '../page/parts.ts'
import { recordOrigins, writePart } from '../parts/copies.ts'
import { readOriginals } from '../parts/originals.ts'

const BUILD_TIMEOUT = 120_000
const ORIGIN = 'parts/.origin.json'

/** An owner without parts, and what they do. */
function owner() {
  const { folder, start, remove } = ownerWithParts()
  onTestFinished(remove)
  rmSync(join(folder, 'parts'), { recursive: true })
  const portfolio = join(folder, 'content/portfolio.yaml')
  const text = readFileSync(portfolio, 'utf8')
  const [ownSections] = /^customSections:\n(?: .*\n|\n)*/m.exec(text) ?? []
  writeFileSync(portfolio, text.replace(ownSections ?? '', ''))
  return {
    folder,
    start,
    run: (...args: string[]) => start(args).ended,
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    write: (path: string, text: string) => writeFileSync(join(folder, path), text),
  }
}

type Owner = ReturnType<typeof owner>

/** As if the copy were of an earlier version, with other words in the original. */
function changeOrigin({ read, write }: Owner, file: string, now: string, then: string) {
  const origins = JSON.parse(read(ORIGIN))
  const text = origins[file].original.join('\n')
  expect(text).toContain(now)
  origins[file].original = text.replace(now, then).split('\n')
  for (const origin of Object.values<{ part: string; version: string }>(origins)) {
    if (origin.part === origins[file].part) origin.version = '0.0.9'
  }
  write(ORIGIN, JSON.stringify(origins))
  write(`parts/${file}`, read(`parts/${file}`).replace(now, then))
}

/** Copies all parts but one as the command does. A process for each would parse all of them. */
async function copyOthers(folder: string, present: string) {
  for (const [part, files] of Object.entries(await readOriginals())) {
    if (part === present) continue
    const copies = Object.entries(files).map(([name, original]) => {
      return { path: `parts/${name}`, part, original }
    })
    for (const { path, original } of copies) writePart(folder, path, original)
    recordOrigins(folder, copies)
  }
}

describe('eject', () => {
  test('lists the parts without a name, and with a wrong one', async () => {
    const { run, folder } = owner()
    const none = await run('eject')
    expect(none).toMatchObject({ exitCode: 2, out: '' })
    expect(none.error).toContain(`Parts: ${PART_NAMES.slice(0, 4).join(', ')}`)
    const wrong = await run('eject', 'Abut')
    expect(wrong).toMatchObject({ exitCode: 2, out: '' })
    expect(wrong.error).toContain('There is no part Abut. Did you mean About?')
    expect(wrong.error).toContain(PART_NAMES.at(-1))
    expect(existsSync(join(folder, 'parts'))).toBe(false)
  })

  test('writes settings for editors once', async () => {
    const { run, read, write } = owner()
    expect((await run('eject', 'Footer')).out).toContain('\nWrote tsconfig.json')
    expect(JSON.parse(read('tsconfig.json'))).toEqual({
      extends: 'reward-codes/tsconfig.json',
      include: ['parts'],
    })
    write('tsconfig.json', '{}')
    expect((await run('eject', 'Header')).out).not.toContain('tsconfig')
    expect(read('tsconfig.json')).toBe('{}')
  })

  test('replaces no file of the owner', async () => {
    const { run, read, write, folder } = owner()
    mkdirSync(join(folder, 'parts'))
    write('parts/About.module.css', '.mine {}')
    expect(await run('eject', 'About')).toMatchObject({
      exitCode: 1,
      error: 'parts/About.module.css already exists. Nothing was written.\n',
    })
    expect(readdirSync(join(folder, 'parts'))).toEqual(['About.module.css'])
    expect(read('parts/About.module.css')).toBe('.mine {}')
  })

  test(
    'a page of unchanged copies is byte-identical',
    async () => {
      const { run, folder } = owner()
      const build = async () => {
        expect(await run('build')).toMatchObject({ exitCode: 0 })
        const { '.fingerprint': _, ...files } = hashesOf(join(folder, 'dist'))
        return files
      }
      const before = await build()
      expect(Object.keys(before)).toContain('index.html')
      // ProjectDetail alone: its styles and those of a component that it shares have another order.
      expect(await run('eject', 'ProjectDetail')).toMatchObject({ exitCode: 0, error: '' })
      expect(await build()).toEqual(before)
      await copyOthers(folder, 'ProjectDetail')
      expect(readdirSync(join(folder, 'parts'))).toEqual(
        expect.arrayContaining(PART_NAMES.flatMap((name) => [`${name}.tsx`, `${name}.module.css`])),
      )
      expect(await build()).toEqual(before)
    },
    BUILD_TIMEOUT,
  )
})

describe('parts', () => {
  test('lists what each file is for, and what has changed', async () => {
    const me = owner()
    const { run, read, write } = me
    expect((await run('parts')).out).toContain('You have no parts of your own.')
    await run('eject', 'About')
    await run('eject', 'Resume')
    write('parts/About.tsx', read('parts/About.tsx').replace('<dl', '<dl hidden'))
    write('parts/Hero.after.tsx', 'export default () => null\n')
    write(
      'parts/Services.tsx',
      "import Original from 'reward-codes/original/Services'\nexport default Original\n",
    )
    changeOrigin(me, 'Resume.tsx', 'Education, experience, skills', 'Education and skills')
    expect(await run('parts')).toMatchObject({ exitCode: 0, error: '' })
    expect((await run('parts')).out).toBe(
      [
        'parts/About.tsx       replaces About, copied from 0.1.0, changed by you',
        'parts/Hero.after.tsx  after Hero',
        'parts/Resume.tsx      replaces Resume, copied from 0.0.9, original changed since',
        'parts/Services.tsx    wraps Services',
        '',
        'Since you copied Resume into parts/, the original changed. See: npx reward-codes parts diff Resume',
        '',
      ].join('\n'),
    )
  })

  test(
    'build and doctor say in one line when an original has changed',
    async () => {
      const me = owner()
      const { run } = me
      await run('eject', 'About')
      expect((await run('build')).error).not.toContain('the original changed')
      changeOrigin(me, 'About.tsx', 'The bio,', 'The text,')
      const notice =
        'Since you copied About into parts/, the original changed. See: npx reward-codes parts diff About\n'
      const { error } = await run('build')
      expect(error.split(notice)).toHaveLength(2)
      const doctor = await run('doctor', '--json')
      expect(JSON.parse(doctor.out).findings).toContainEqual({
        check: 'parts',
        status: 'warning',
        found: 'Since you copied About into parts/, the original changed.',
        advice: 'See: npx reward-codes parts diff About',
      })
    },
    BUILD_TIMEOUT,
  )

  test.each([
    ['merge markers', '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n'],
    ['another shape', '{"About.tsx":{"part":"About"}}'],
  ])(
    'a record with %s is one line of every command, and stops no site',
    async (_, record) => {
      const { run, write, read, folder } = owner()
      await run('eject', 'About')
      write(ORIGIN, record)
      const found = 'parts/.origin.json cannot be read, or is not as "eject" wrote it.'
      const advice =
        'Resolve a merge conflict in it, or restore it from Git. Or delete it: your parts stay, and are no ' +
        'longer compared with their originals.'
      const error = `${found} ${advice}\n`
      expect(await run('parts')).toMatchObject({ exitCode: 1, out: '', error })
      expect(await run('parts', 'diff', 'About')).toMatchObject({ exitCode: 1, out: '', error })
      expect(await run('eject', 'Footer')).toMatchObject({ exitCode: 1, out: '', error })
      expect(existsSync(join(folder, 'parts/Footer.tsx'))).toBe(false)
      expect(read(ORIGIN)).toBe(record)

      const built = await run('build')
      expect(built).toMatchObject({ exitCode: 0 })
      expect(built.error.split(error)).toHaveLength(2)
      const { findings } = JSON.parse((await run('doctor', '--json')).out)
      expect(findings).toContainEqual({ check: 'parts', status: 'warning', found, advice })
    },
    BUILD_TIMEOUT,
  )

  test(
    'dev serves with a damaged record',
    async () => {
      const { run, write, start } = owner()
      await run('eject', 'About')
      write(ORIGIN, '{')
      const dev = start(['dev'])
      await dev.until(/Your site is at (\S+)/)
      dev.child.kill()
      const { error } = await dev.ended
      expect(error).toContain('parts/.origin.json cannot be read')
      expect(error).not.toContain('    at ')
    },
    BUILD_TIMEOUT,
  )

  test('a damaged file of deploy is one line', async () => {
    const { run, write } = owner()
    write('package.json', '<<<<<<< HEAD')
    const deployed = await run('deploy', 'vercel', '--dry-run')
    expect(deployed).toMatchObject({ exitCode: 1, out: '' })
    expect(deployed.error).toMatch(/^package\.json is not valid JSON\. [^\n]+\n$/)
  })

  test('diff shows the changes of the original and those of the owner apart', async () => {
    const me = owner()
    const { run, read, write } = me
    await run('eject', 'About')
    const unchanged = await run('parts', 'diff', 'About')
    expect(unchanged.out).toBe(
      'The original has not changed since 0.1.0.\n\nYou have not changed the copy.\n',
    )
    write('parts/About.tsx', read('parts/About.tsx').replace('<dl', '<dl hidden'))
    changeOrigin(me, 'About.tsx', 'The bio,', 'The text,')
    const { out } = await run('parts', 'diff', 'About')
    const [theirs = '', mine = ''] = out.split('Changed by you:')
    expect(theirs).toContain('Changed in the original since 0.0.9:')
    expect(theirs).toContain('-/** The text, the')
    expect(theirs).toContain('+/** The bio, the')
    expect(theirs).not.toContain('hidden')
    expect(mine).toContain('+        <dl hidden')
    expect(await run('parts', 'diff', 'Abut')).toMatchObject({
      exitCode: 2,
      error: 'There is no part Abut. Did you mean About?\nParts: About\n',
    })
  })

  test('accept asks, merges both changes, and keeps line endings', async () => {
    const me = owner()
    const { run, read, write } = me
    await run('eject', 'About')
    const own = read('parts/About.tsx')
      .replace('/** The bio,', '/** The text,')
      .replace('<dl', '<dl hidden')
      .replaceAll('\n', '\r\n')
    write('parts/About.tsx', own)
    changeOrigin(me, 'About.tsx', 'The bio,', 'The text,')
    const before = read(ORIGIN)

    const unasked = await run('parts', 'accept', 'About')
    expect(unasked).toMatchObject({
      exitCode: 2,
      error: 'Nothing was written. In a script, add --merge or --keep.\n',
    })
    expect(unasked.out).toContain('+/** The bio,')
    expect([read('parts/About.tsx'), read(ORIGIN)]).toEqual([own, before])

    expect(await run('parts', 'accept', 'About', '--merge')).toMatchObject({ exitCode: 0 })
    expect(read('parts/About.tsx')).toBe(own.replace('/** The text,', '/** The bio,'))
    expect((await run('parts')).out).toContain('copied from 0.1.0, changed by you\n')
    expect((await run('parts', 'accept', 'About', '--merge')).out).toBe(
      'The original of About has not changed. Nothing was written.\n',
    )
  })

  test('accept writes nothing where both have changed the same lines, and --keep ends the notice', async () => {
    const me = owner()
    const { run, read, write } = me
    await run('eject', 'About')
    const own = read('parts/About.tsx').replace('/** The bio,', '/** My words,')
    write('parts/About.tsx', own)
    changeOrigin(me, 'About.tsx', 'The bio,', 'The text,')
    const conflict = await run('parts', 'accept', 'About', '--merge')
    expect(conflict).toMatchObject({ exitCode: 1, out: '' })
    expect(conflict.error).toContain('changed the same lines of parts/About.tsx')
    expect(conflict.error).toContain('parts accept About --keep\nNothing was written.')
    expect(read('parts/About.tsx')).toBe(own)

    expect(await run('parts', 'accept', 'About', '--keep')).toMatchObject({ exitCode: 0 })
    expect(read('parts/About.tsx')).toBe(own)
    expect((await run('parts')).out).toBe(
      'parts/About.tsx  replaces About, copied from 0.1.0, changed by you\n',
    )
  })
})
