import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { importWithRetry } from '../lib/import-with-retry.ts'
import { storageKey } from '../lib/storage-key.ts'
import { SCRIPTS_MS, startDeadline } from './deadline.ts'
import type { FormController, FormControllerOptions } from './form-controller.ts'
import { DRAFT_KEY, isSending } from './form-state.ts'

/** Loads the form's scripts on the first interaction, and queues a submit until they are loaded. */
export function useFormController(options: UseFormControllerOptions) {
  const { form, slot, store } = options
  const { controller } = store.get()
  const loading = useRef<Promise<FormController | undefined>>(undefined)

  const load = () => {
    loading.current ??= importWithRetry(() => import('./form-controller.ts'))
      .then(({ createFormController }) => {
        if (!form.current) return undefined
        return createFormController({ ...options, form: form.current, slot: slot.current })
      })
      .catch(() => {
        loading.current = undefined
        return undefined
      })
    return loading.current
  }
  const start = () => {
    if (store.get().startedAt === undefined) store.set({ startedAt: Date.now() })
    load().then((loaded) => loaded?.openCaptcha())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending(store.get())) return
    // When Send was clicked: now, or before hydration, as boot.ts recorded.
    const pressedAt = Number(form.current?.dataset.pending) || Date.now()
    const deadline = startDeadline(pressedAt)
    if (controller) return controller.submit(deadline)
    store.set({ status: 'waiting' })
    const timeout = new Promise<undefined>((resolve) => {
      setTimeout(resolve, pressedAt + SCRIPTS_MS - Date.now())
    })
    const loaded = await Promise.race([load(), timeout])
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
  useLoadOnHydration(form, { load, start })
  useSubmitOnHydration(form)
  useEffect(() => controller?.connect(), [controller])
  return { load, start, submit }
}

/**
 * On hydration, loads the scripts if there is a draft to restore, or if the visitor has already
 * interacted with the form: a pointer over it, a focused field.
 */
function useLoadOnHydration(
  form: RefObject<HTMLFormElement | null>,
  { load, start }: { load: () => void; start: () => void },
) {
  const handleHydration = useEffectEvent(() => {
    if (form.current?.contains(document.activeElement)) start()
    else if (hasDraft() || form.current?.matches(':hover')) load()
  })
  useEffect(() => handleHydration(), [])
}

/** Submits what the visitor has submitted before hydration, in a task of its own. */
function useSubmitOnHydration(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const { current } = form
    if (!current?.dataset.pending) return
    const timer = setTimeout(() => {
      current.requestSubmit()
      delete current.dataset.pending
    })
    return () => clearTimeout(timer)
  }, [form])
}

/** Whether this tab has a stored draft. */
export function hasDraft(): boolean {
  try {
    return sessionStorage.getItem(storageKey(DRAFT_KEY)) !== null
  } catch {
    return false
  }
}

type UseFormControllerOptions = Omit<FormControllerOptions, 'form' | 'slot'> & {
  form: RefObject<HTMLFormElement | null>
  slot: RefObject<HTMLElement | null>
}
