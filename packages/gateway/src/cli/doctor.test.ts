import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DataFolder, dataFolder } from '../../tests/fixtures/call-messages.ts'
import { runCommand } from '../../tests/fixtures/run-command.ts'

// Whole programs are started here, and a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 })

let place: DataFolder

beforeEach(() => {
  place = dataFolder()
})

afterEach(() => place.remove())

const doctor = (args: string[], settings: Record<string, string> = {}) =>
  runCommand(['doctor', ...args], { DATA_FOLDER: place.data, ...settings })

test('a fresh checkout has nothing that failed, and looking changes nothing', async () => {
  const { exitCode, out, error } = await doctor([])
  expect(exitCode).toBe(0)
  expect(error).toBe('')
  for (const check of ['configuration', 'content', 'data folder', 'database', 'accounts']) {
    expect(out).toMatch(new RegExp(`^ok {7}${check}`, 'm'))
  }
  expect(out).toMatch(/^warning {2}mail server {4}none yet/m)
  expect(existsSync(place.data)).toBe(false)
})

test('what failed gives the exit code, in a shape for scripts', async () => {
  const settings = {
    SMTP_URL: 'smtp://me:geheim99@127.0.0.1:1',
    MAIL_FROM: 'me@example.invalid',
    MAIL_TO: 'owner@example.invalid',
  }
  const { exitCode, out, error } = await doctor(['--json'], settings)
  expect(exitCode).toBe(1)
  const { findings, failed } = JSON.parse(out)
  expect(failed).toBeGreaterThan(0)
  for (const finding of findings) {
    expect(Object.keys(finding)).toEqual(['check', 'status', 'found', 'advice'])
  }
  expect(findings.at(-1)).toMatchObject({ check: 'mail server', status: 'failed' })
  expect(out + error).not.toContain('geheim99')
})

test('without a mail server, a test mail is written as a file', async () => {
  const { exitCode, out } = await doctor(['--send-test'])
  expect(exitCode).toBe(0)
  expect(out).toContain('has not left this machine')
  expect(readdirSync(join(place.data, 'mail'))).toHaveLength(1)
})

test('an unknown option is wrong use', async () => {
  const { exitCode, error } = await doctor(['--send-tset'])
  expect(exitCode).toBe(2)
  expect(error).toContain('--send-tset')
})

test('a gateway that keeps and sends everything elsewhere needs no folder of its own', async () => {
  const elsewhere = {
    DATA_FOLDER: '/dev/null/none',
    DATABASE_URL: 'postgres://portfolio@127.0.0.1:1/portfolio',
    MAIL_FROM: 'me@example.invalid',
    MAIL_TO: 'owner@example.invalid',
  }
  const checks = async (settings: Record<string, string>) =>
    JSON.parse((await doctor(['--json'], settings)).out).findings.map(
      ({ check }: { check: string }) => check,
    )
  expect(await checks({ ...elsewhere, SMTP_URL: 'smtp://127.0.0.1:1' })).not.toContain(
    'data folder',
  )
  expect(await checks(elsewhere)).toContain('data folder')
})
