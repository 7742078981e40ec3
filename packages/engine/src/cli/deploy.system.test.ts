import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DEPLOY_EDITS } from 'test-fixtures/deploy-edits.ts'
import { COMMAND } from 'test-fixtures/folders.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { onlySettings, startProgram } from 'test-fixtures/run-command.ts'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { shareCaches } from 'test-fixtures/share-installation.ts'
import { expect, test } from 'vitest'
import { deployFiles, type Target } from '../deploy/files.ts'

function owner() {
  const folder = freshFolder()
  mkdirSync(join(folder, 'content'))
  shareCaches(folder)
  copySampleContent(join(folder, 'content'))
  const portfolio = join(folder, 'content/portfolio.yaml')
  const url = '\nsite:\n  url: https://anna.example.com/\n'
  writeFileSync(portfolio, readFileSync(portfolio, 'utf8').replace('\nsite:\n', url))
  writeFileSync(join(folder, 'package.json'), '{ "name": "anna", "type": "module" }')
  const deploy = (...args: string[]) =>
    startProgram([process.execPath, COMMAND, 'deploy', ...args], {
      cwd: folder,
      env: onlySettings({ COLUMNS: '100' }),
    }).ended
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  return { folder, deploy, read }
}

test('deploy writes the files, prints the steps, and keeps what the owner has changed', async () => {
  const { folder, deploy, read } = owner()
  const dry = await deploy('server', '--dry-run')
  expect(dry).toMatchObject({ exitCode: 0, out: expect.stringContaining('dry run') })
  expect(existsSync(join(folder, 'deploy'))).toBe(false)

  const first = await deploy('server')
  expect(first).toMatchObject({ exitCode: 0, error: '' })
  expect(first.out).toContain('Wrote deploy/portfolio.service.\nWrote deploy/Caddyfile.\n')
  expect(first.out).toContain('doctor -- --site https://anna.example.com')
  expect(read('deploy/Caddyfile')).toContain('\nanna.example.com {\n')

  const shipped = read('deploy/Caddyfile')
  writeFileSync(join(folder, 'deploy/Caddyfile'), `${shipped}# mine\n`)
  const second = await deploy('server')
  expect(second.exitCode).toBe(1)
  expect(second.error).toContain('deploy/portfolio.service is up to date.')
  expect(second.error).toContain('Kept deploy/Caddyfile, which you have changed.')
  expect(second.error).toContain('\n-# mine\n')
  expect(read('deploy/Caddyfile')).toBe(`${shipped}# mine\n`)

  expect(await deploy('server', '--force')).toMatchObject({ exitCode: 0 })
  expect(read('deploy/Caddyfile')).toBe(shipped)
  expect(await deploy('--update')).toMatchObject({
    exitCode: 0,
    out: 'No deployment file is out of date.\n',
  })
})

test('an edited file of every target is kept to the byte, and its difference is told', async () => {
  const { folder, deploy, read } = owner()
  const facts = { name: 'anna', domain: 'anna.example.com', installer: 'npm' } as const
  for (const [target, [path, before, after]] of Object.entries(DEPLOY_EDITS)) {
    for (const [name, text] of Object.entries(deployFiles(target as Target, facts))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const shipped = read(path)
    expect(shipped).toContain(before)
    const edited = shipped.replace(before, after)
    writeFileSync(join(folder, path), edited)
    const again = await deploy(target)
    expect(again.exitCode, target).toBe(1)
    expect(again.error).toContain(`Kept ${path}, which you have changed.`)
    const line = after.split('\n').at(-1) ?? ''
    const told = again.error.split('\n').filter((text) => text.startsWith('-'))
    expect(told.join('\n')).toContain(line)
    expect(read(path)).toBe(edited)
  }
  const files = Object.values(DEPLOY_EDITS).map(([path]) => [path, read(path)] as const)
  const updated = await deploy('--update')
  expect(updated).toMatchObject({ exitCode: 0 })
  // Of the others, the first line says that this version wrote the original.
  expect(updated.out).toBe(
    'Kept vercel.json, which you have changed. ' +
      'Compare it with that of this version: npx reward-codes deploy vercel --dry-run\n',
  )
  for (const [path, edited] of files) expect(read(path)).toBe(edited)
})

test('content with an error changes no domain, and a site below a path is checked there', async () => {
  const { folder, deploy, read } = owner()
  const portfolio = join(folder, 'content/portfolio.yaml')
  const text = read('content/portfolio.yaml')
  await deploy('server')
  const shipped = read('deploy/Caddyfile')
  writeFileSync(portfolio, text.replace('\nsite:\n', '\nsite:\n  colour: red\n'))
  for (const args of [['--update'], ['server', '--force']]) {
    expect(await deploy(...args)).toMatchObject({
      exitCode: 1,
      out: '',
      error: expect.stringMatching(/colour.*Nothing was written\.\n$/s),
    })
    expect(read('deploy/Caddyfile')).toBe(shipped)
  }
  writeFileSync(
    portfolio,
    text.replace('https://anna.example.com/', 'https://anna.example.com/me/'),
  )
  const { out } = await deploy('pages')
  expect(out).toContain('doctor -- --site https://anna.example.com/me/')
})

test('an unknown target and a missing one are usage errors', async () => {
  const { deploy } = owner()
  expect(await deploy('heroku')).toMatchObject({ exitCode: 2 })
  expect(await deploy()).toEqual({
    exitCode: 2,
    out: '',
    error: 'A TARGET or --update is required. See: npx reward-codes deploy --help\n',
  })
})
