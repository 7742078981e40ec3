import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const SCRIPT = `
  import { openAsker } from ${JSON.stringify(`${import.meta.dirname}/screen.ts`)}
  const asker = openAsker()
  const answers = []
  for (const question of ['One? ', 'Two? ', 'Three? ']) {
    answers.push((await asker.ask(question)) ?? null)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  asker.close()
  console.log(JSON.stringify(answers))`

async function answersTo(typed: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT])
  child.stdin.end(typed)
  const [out, asked] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { answers: JSON.parse(out), asked }
}

test('lines typed ahead answer later questions, which go to stderr', async () => {
  const { answers, asked } = await answersTo('a\nb\nc\n')
  expect(answers).toEqual(['a', 'b', 'c'])
  expect(asked).toContain('One? ')
})

test('the end of input before an answer gives undefined', async () => {
  expect((await answersTo('a\n')).answers).toEqual(['a', null, null])
})
