import { ACCOUNT_FIELD, CAPTCHA_FIELD, CHALLENGE_PATH } from 'reward-codes-gateway/protocol'
import type { FormContact } from '../../content/portfolio.ts'
import { attempt } from '../lib/feature-detection.ts'
import { importWithRetry } from '../lib/import-with-retry.ts'
import type { CaptchaState } from './form-state.ts'
import type { Widget } from './providers.ts'

/** How long a slow phone may solve a challenge, and how long a provider may load. */
const LIMIT_MS = { own: 45_000, provider: 20_000 }
/** The score is optional, so sending waits no longer than this for it. */
const SCORE_MS = 5_000

/** The captcha of one form. It reports each of its states. */
export function createCaptcha(
  { origin, publicKey, captcha: config }: FormContact['form'],
  onChange: (state: CaptchaState) => void,
) {
  const { provider } = config
  let state: CaptchaState = { is: 'open' }
  let run = new AbortController()
  let running: Promise<void> | undefined
  let widget: Widget | undefined

  const isDone = () => provider === 'none' || state.is === 'solved'
  /** Whether the browser solves the challenge: then Send waits. A widget waits for its visitor. */
  const isSolving = () => provider === 'altcha' && state.is === 'checking'
  const solved = () => (isSolving() ? running : undefined)
  return { approach, start, reset, isDone, isSolving, solved, readFields }

  /** Loads the widget of a provider at the first interaction with the form, and not before. */
  function approach(slot: HTMLElement | null) {
    if (provider !== 'altcha' && state.is === 'open' && !widget) start(slot)
  }

  /** Solves the challenge of the gateway, or loads the widget of a provider. */
  function start(slot: HTMLElement | null) {
    if (!isDone() && state.is !== 'checking') running = check(slot)
  }

  /** A token is valid only once. */
  function reset() {
    if (state.is === 'checking') return
    if (!widget) run.abort()
    attempt(() => widget?.reset())
    set({ is: 'open' })
  }

  /** The form fields of the captcha, one per name. */
  async function readFields(): Promise<[name: string, value: string][]> {
    if (state.is !== 'solved') return []
    const noScore = new Promise<undefined>((resolve) => setTimeout(resolve, SCORE_MS))
    const score = await Promise.race([widget?.score?.().catch(() => undefined), noScore])
    return [[CAPTCHA_FIELD, state.token], ...(score ? [score] : [])]
  }

  async function check(slot: HTMLElement | null) {
    run.abort()
    const current = new AbortController()
    run = current
    widget = undefined
    /** Ignores what an earlier run reports. */
    const report = (next: CaptchaState) => run === current && set(next)
    const expire = () => report({ is: 'failed', why: 'captchaExpired' })
    const fail = () =>
      report({ is: 'failed', why: navigator.onLine ? 'captchaFailed' : 'captchaOffline' })
    report({ is: 'checking' })
    const timer = setTimeout(
      () => {
        fail()
        current.abort()
      },
      LIMIT_MS[provider === 'altcha' ? 'own' : 'provider'],
    )
    try {
      if (config.provider === 'altcha') {
        const url = `${origin ?? ''}${CHALLENGE_PATH}?${ACCOUNT_FIELD}=${encodeURIComponent(publicKey)}`
        const { solveAltcha } = await importWithRetry(() => import('./altcha.ts'))
        const { token, secondsLeft } = await solveAltcha(url, current.signal)
        report({ is: 'solved', token })
        const expireUnused = () => current.signal.aborted || expire()
        if (secondsLeft > 0) setTimeout(expireUnused, Math.min(secondsLeft, 86_400) * 1000)
      } else if (config.provider !== 'none' && slot) {
        const { mountWidget } = await importWithRetry(() => import('./providers.ts'))
        const onToken = (token: string) => report(token ? { is: 'solved', token } : { is: 'open' })
        const events = { onToken, onExpire: expire, onFail: fail }
        const mounted = await mountWidget(config, slot, events, current.signal)
        if (run === current) widget = mounted
        report({ is: 'open' })
      }
    } catch {
      if (!current.signal.aborted) fail()
    } finally {
      clearTimeout(timer)
    }
  }

  function set(next: CaptchaState) {
    state = next
    onChange(next)
  }
}
