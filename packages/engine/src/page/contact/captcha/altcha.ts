import 'altcha/external'
import AltchaWorker from 'altcha/workers/pbkdf2?worker'
import { CAPTCHA_FIELD } from '../../../wire/fields.ts'
import styles from './altcha.css?url'
import type { AltchaSettings, MountCaptcha, WidgetLook } from './captcha.ts'

const ALGORITHM = 'PBKDF2/SHA-256'
/** Long enough for a slow phone; the challenge itself may never come. */
const VERIFY_MS = 45_000
/** More workers than this only heat a phone. */
const WORKERS = 4

/** The widget that the owner's own gateway checks: a small calculation, no puzzle, no third party. */
export function mountAltcha({ challenge, words, theme }: AltchaOptions): MountCaptcha {
  const language = document.documentElement.lang
  $altcha.algorithms.set(ALGORITHM, () => new AltchaWorker())
  // Chromium lets a request that its cache could answer wait up to 20 seconds for an equal one on
  // its way, and "Try again" would wait for the challenge that did not come.
  $altcha.defaults.set({ fetch: (input, init) => fetch(input, { ...init, cache: 'no-store' }) })
  // The widget looks its words up by the first part of the language.
  $altcha.i18n.set(language.toLowerCase(), {
    ...$altcha.i18n.get('en'),
    label: words.label,
    verifying: words.checking,
    waitAlert: words.checking,
    verified: words.done,
    expired: words.expired,
    error: words.failed,
  })
  return async (box, { onToken, onExpire, onFail }) => {
    await loadStyles()
    const widget = document.createElement('altcha-widget')
    widget.setAttribute('name', CAPTCHA_FIELD)
    widget.setAttribute('theme', theme)
    widget.setAttribute('language', language)
    widget.setAttribute(
      'configuration',
      JSON.stringify({
        challenge,
        display: 'standard',
        hideFooter: true,
        hideLogo: true,
        // Would listen to keys, pointer and scrolling; this site follows nobody.
        humanInteractionSignature: false,
        workers: Math.min(WORKERS, navigator.hardwareConcurrency || 1),
      }),
    )
    let overdue: ReturnType<typeof setTimeout> | undefined
    widget.addEventListener('statechange', (event) => {
      const { state, payload } = readChange(event)
      clearTimeout(overdue)
      if (state === 'verifying') overdue = setTimeout(onFail, VERIFY_MS)
      onToken(state === 'verified' ? payload : '')
      if (state === 'expired') onExpire()
      if (state === 'error') onFail()
    })
    box.append(widget)
    return { reset: () => widget.reset() }
  }
}

/** The page's styles are in its HTML; those of the widget are a file that few visitors need. */
function loadStyles(): Promise<void> {
  if (document.querySelector(`link[href="${styles}"]`)) return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = styles
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error('The styles of the captcha did not come.'))
    })
    document.head.append(link)
  })
}

function readChange(event: Event): { state: string; payload: string } {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
  if (typeof detail !== 'object' || detail === null) return { state: '', payload: '' }
  return {
    state: 'state' in detail ? String(detail.state) : '',
    payload: 'payload' in detail ? String(detail.payload) : '',
  }
}

export type AltchaOptions = AltchaSettings & { theme: WidgetLook['theme'] }
