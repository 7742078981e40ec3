import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { delay } from '../lib/delay.ts'
import { importWithRetry } from '../lib/import-with-retry.ts'
import { SCRIPTS_MS, startDeadline } from './deadline.ts'
import { isSending } from './form-state.ts'
import { hasDraft } from './has-draft.ts'
import type { LiveForm, LiveFormOptions } from './live-form.ts'

/** Loads the form's scripts on the first interaction, and queues a submit until they are loaded. */
export function useLiveForm({ form, slot, store, contact, strings }: UseLiveFormOptions) {
  const { live } = store.get()
  const loading = useRef<Promise<LiveForm | undefined>>(undefined)

  const load = () => {
    loading.current ??= importWithRetry(() => import('./live-form.ts'))
      .then(({ startLiveForm }) => {
        if (!form.current) return undefined
        return startLiveForm({ form: form.current, slot: slot.current, store, contact, strings })
      })
      .catch(() => {
        loading.current = undefined
        return undefined
      })
    return loading.current
  }
  const touch = () => {
    if (store.get().startedAt === undefined) store.set({ startedAt: Date.now() })
    load().then((loaded) => loaded?.openCaptcha())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending(store.get())) return
    // When Send was clicked: now, or before hydration, as loader.ts recorded.
    const pressedAt = Number(form.current?.dataset.pending) || Date.now()
    const deadline = startDeadline(pressedAt)
    if (live) return live.submit(deadline)
    store.set({ status: 'waiting' })
    const loaded = await Promise.race([load(), delay(pressedAt + SCRIPTS_MS - Date.now())])
    if (loaded) return loaded.submit(deadline)
    // The response replaces this page, unless it fails to arrive or the visitor stops loading.
    store.set({ status: 'sending' })
    form.current?.submit()
    deadline.onabort = () => {
      // A visitor who has returned to this page meanwhile sees no timeout.
      if (store.get().status === 'sending') store.set({ status: 'timeout' })
    }
  }
  useEffect(() => {
    // The back/forward cache restores the page as the browser left it to post the form.
    const stopSending = ({ persisted }: PageTransitionEvent) => {
      if (persisted && isSending(store.get())) store.set({ status: undefined })
    }
    addEventListener('pageshow', stopSending)
    return () => removeEventListener('pageshow', stopSending)
  }, [store])
  useLoadOnHydration(form, { load, touch })
  useEffect(() => live?.connect(), [live])
  return { load, touch, submit }
}

/**
 * On hydration, loads the scripts if there is a draft to restore, or if the visitor has already
 * interacted with the form: a pointer over it, a focused field.
 */
function useLoadOnHydration(
  form: RefObject<HTMLFormElement | null>,
  { load, touch }: { load: () => void; touch: () => void },
) {
  const handleHydration = useEffectEvent(() => {
    if (form.current?.contains(document.activeElement)) touch()
    else if (hasDraft() || form.current?.matches(':hover')) load()
  })
  useEffect(() => handleHydration(), [])
}

type UseLiveFormOptions = Omit<LiveFormOptions, 'form' | 'slot'> & {
  form: RefObject<HTMLFormElement | null>
  slot: RefObject<HTMLElement | null>
}
