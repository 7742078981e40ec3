import type { Configuration } from '../../configuration.ts'
import { postNotice } from '../../delivery/post-notice.ts'
import { newMessageId } from '../../message.ts'
import { type Finding, failed, ok } from './finding.ts'

export const NOBODY_HEARS =
  'NOTICE_URL is not set: you hear that mail stands still from a timer with doctor alone (docs/operating.md).'

/** Names where notices go, and sends one for a test. */
export async function checkNotices(
  configuration: Configuration,
  { isSendingTest, now }: { isSendingTest: boolean; now: number },
): Promise<Finding> {
  const { NOTICE_URL: url } = configuration
  if (!url) return ok('notices', NOBODY_HEARS)
  const { host } = new URL(url)
  if (!isSendingTest) return ok('notices', `go to ${host}; --send-test sends one`)
  const notice = {
    id: `test-${newMessageId(now)}`,
    type: 'test',
    title: 'Test notice',
    text: 'Messages from visitors are reported here.',
    at: now,
    data: {},
    now,
  } as const
  const fault = await postNotice(notice, { ...configuration, url }, new AbortController().signal)
  if (!fault) return ok('notices', `${host} took a test`)
  const advice = `Check NOTICE_URL: does ${host} still take notices at this address?`
  return failed('notices', `${host}: ${fault}`, advice)
}
