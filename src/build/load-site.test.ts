import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { copySampleContent } from '../../tests/fixtures/sample-content.ts'
import { fileHashes } from './file-hashes.ts'
import { loadSite } from './load-site.ts'

test('what was read of the pictures is left to the commands that follow', async () => {
  const content = mkdtempSync(join(tmpdir(), 'reward-codes-load-'))
  onTestFinished(() => rmSync(content, { recursive: true }))
  copySampleContent(content)
  const keep = vi.spyOn(fileHashes, 'keep').mockReturnValue()
  expect(await loadSite(content)).toMatchObject({ ok: true })
  expect(keep).toHaveBeenCalledOnce()
})
