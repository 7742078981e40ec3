import 'altcha/external'
import AltchaWorker from 'altcha/workers/pbkdf2?worker'
import type { FormStrings } from 'reward-codes/internal/content/schema.ts'
import { CAPTCHA_FIELD } from 'reward-codes-gateway/protocol'
import styles from './altcha.css?inline'
import type { MountCaptcha } from './captcha.ts'

const ALGORITHM = 'PBKDF2/SHA-256'
/** Enough for a slow phone. The challenge request itself may never get a response. */
const VERIFY_MS = 45_000
/** More workers only heat up a phone. */
const WORKERS = 4

/** The ALTCHA widget: a proof of work that the gateway verifies. No puzzle, no third party. */
export function mountAltcha(
  challenge: string,
  strings: FormStrings,
  theme: 'light' | 'dark',
): MountCaptcha {
  const language = document.documentElement.lang
  $altcha.algorithms.set(ALGORITHM, () => new AltchaWorker())
  // Chromium lets a cacheable request wait up to 20 seconds for an equal one in flight, so
  // "Try again" would wait for the stalled challenge request.
  $altcha.defaults.set({ fetch: (input, init) => fetch(input, { ...init, cache: 'no-store' }) })
  // The widget looks up its texts by the first subtag of the language.
  $altcha.i18n.set(language.toLowerCase(), {
    ...$altcha.i18n.get('en'),
    label: strings.captchaLabel,
    verifying: strings.captchaChecking,
    waitAlert: strings.captchaChecking,
    verified: strings.captchaDone,
    expired: strings.captchaExpired,
    error: strings.captchaFailed,
  })
  return async (container, { onToken, onCheck, onExpire, onFail }) => {
    addStyles()
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
        // Off: it records keys, pointer and scrolling, and this site does not track visitors.
        humanInteractionSignature: false,
        workers: Math.min(WORKERS, navigator.hardwareConcurrency || 1),
      }),
    )
    // Firefox treats an empty required checkbox as invalid from the start.
    widget.addEventListener('load', () =>
      widget.querySelector('input')?.setAttribute('aria-invalid', 'false'),
    )
    let verifyTimer: ReturnType<typeof setTimeout> | undefined
    widget.addEventListener('statechange', (event) => {
      const { state, payload } = readStateChange(event)
      clearTimeout(verifyTimer)
      if (state === 'verifying') {
        verifyTimer = setTimeout(onFail, VERIFY_MS)
        onCheck()
      } else if (state === 'expired') onExpire()
      else if (state === 'error') onFail()
      else onToken(state === 'verified' ? payload : '')
    })
    container.append(widget)
    return { reset: () => widget.reset() }
  }
}

let sheet: CSSStyleSheet | undefined

/** Adds the styles of the widget, which few visitors need, once. */
function addStyles() {
  if (sheet) return
  sheet = new CSSStyleSheet()
  // On `:root`, the variables of the widget would restyle every element.
  sheet.replaceSync(styles.replaceAll(':root', 'altcha-widget'))
  document.adoptedStyleSheets.push(sheet)
}

function readStateChange(event: Event): { state: string; payload: string } {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
  if (typeof detail !== 'object' || detail === null) return { state: '', payload: '' }
  return {
    state: 'state' in detail ? String(detail.state) : '',
    payload: 'payload' in detail ? String(detail.payload) : '',
  }
}
