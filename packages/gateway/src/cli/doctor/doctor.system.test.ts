import { existsSync } from 'node:fs'
import { type DataFolder, dataFolder } from 'test-fixtures/call-messages.ts'
import { startOwnGateway } from 'test-fixtures/delivery.ts'
import { postForm, startTestGateway } from 'test-fixtures/gateway.ts'
import { mailSettings, smtpSettings } from 'test-fixtures/mail-server.ts'
import { runCommand } from 'test-fixtures/run-command.ts'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfiguration } from '../../configuration.ts'
import { buildOpsServer } from '../../http/ops.ts'
import { checkRunningGateway } from './check-gateway.ts'
import { checkConfiguration } from './doctor.ts'

let workspace: DataFolder

beforeEach(() => {
  workspace = dataFolder()
})

const doctor = (args: string[], settings: Record<string, string> = {}) =>
  runCommand(['doctor', ...args], { DATA_DIR: workspace.data, ...settings })

test('a fresh checkout has no failed check, and the checks change nothing', async () => {
  const { exitCode, out, error } = await doctor([])
  expect(exitCode).toBe(0)
  expect(error).toBe('')
  for (const check of ['configuration', 'site', 'database', 'account']) {
    expect(out).toMatch(new RegExp(`^ok {7}${check}`, 'm'))
  }
  expect(out).toMatch(/^warning {2}mail server {4}not set/m)
  expect(existsSync(workspace.data)).toBe(false)
})

test('a failed check sets the exit code, --json lists the findings, and no test mail leaves', async () => {
  const settings = {
    ...smtpSettings('smtp://me:geheim99@127.0.0.1:1'),
    MAIL_FROM: 'me@example.invalid',
    MAIL_TO: 'owner@example.invalid',
  }
  const { exitCode, out, error } = await doctor(['--json', '--send-test'], settings)
  expect(exitCode).toBe(1)
  const { findings, failed } = JSON.parse(out)
  expect(failed).toBeGreaterThan(0)
  for (const finding of findings) {
    expect(Object.keys(finding)).toEqual(['check', 'status', 'found', 'advice'])
  }
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'mail server', status: 'failed' }),
  )
  expect(findings.at(-1)).toMatchObject({ check: 'test mail', status: 'failed', found: 'not sent' })
  expect(out + error).not.toContain('geheim99')
})

test('what pauses the gateway that runs here is reported', async () => {
  const { gateway, url, log } = await startOwnGateway({
    environment: {
      DATA_DIR: workspace.data,
      ...mailSettings('smtp://127.0.0.1:1'),
    },
  })
  const ops = buildOpsServer({ gateway, isStopping: () => false })
  onTestFinished(() => ops.close())
  const OPS_PORT = new URL(await ops.listen({ port: 0, host: '127.0.0.1' })).port
  const running = { ...gateway.configuration, OPS_PORT: Number(OPS_PORT) }
  expect(await checkRunningGateway(running)).toMatchObject([
    { status: 'ok', found: expect.stringMatching(/^runs here: .*ready$/) },
  ])
  await postForm(url)
  await expect.poll(() => log.join('\n')).toContain('transport paused')
  const { findings } = JSON.parse((await doctor(['--json'], { OPS_PORT })).out)
  expect(findings).toContainEqual({
    check: 'gateway',
    status: 'failed',
    found: expect.stringMatching(
      /^The mail server is paused until .*ECONNREFUSED.* Check SMTP_HOST/,
    ),
    advice: expect.stringContaining('at once if you restart it'),
  })
  await gateway.delivery.stop()
  expect(await checkRunningGateway(running)).toMatchObject([
    {
      status: 'failed',
      found: 'the one that runs here is not ready: the delivery worker is not running',
    },
  ])
})

test('a gateway that is down, and one with another database, is none', async () => {
  const { gateway } = await startOwnGateway({ environment: { NODE_ENV: 'production' } })
  const ops = buildOpsServer({ gateway, isStopping: () => false })
  onTestFinished(() => ops.close())
  const OPS_PORT = Number(new URL(await ops.listen({ port: 0, host: '127.0.0.1' })).port)
  const there = { ...gateway.configuration, OPS_PORT }
  expect(await checkRunningGateway(there)).toMatchObject([{ status: 'ok' }])
  const neverStarted = { ...there, DATA_DIR: workspace.data }
  expect(await checkRunningGateway(neverStarted)).toMatchObject([
    { status: 'warning', found: expect.stringMatching(/^none of this folder/) },
  ])
  for (const [NODE_ENV, status] of [
    ['development', 'warning'],
    ['production', 'failed'],
  ] as const) {
    const { close } = await startTestGateway({
      environment: { DATA_DIR: workspace.data, NODE_ENV },
    })
    await close()
    expect(await checkRunningGateway(neverStarted)).toMatchObject([
      { status, found: expect.stringMatching(/^none of this folder/) },
    ])
  }
  await ops.close()
  expect(await checkRunningGateway(there)).toMatchObject([
    { status: 'failed', found: expect.stringMatching(/^none answers at/) },
  ])
  expect(await checkRunningGateway({ ...there, OPS_PORT: 0 })).toMatchObject([
    { status: 'warning' },
  ])
})

test('every configuration error is a finding', () => {
  const findings = checkConfiguration(readConfiguration({ PORT: 'x', MAIL_TO: 'y' }))
  expect(findings.map(({ status }) => status)).toEqual(['failed', 'failed'])
})
