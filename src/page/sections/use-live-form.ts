import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { hasDraft } from '../behaviour/form/has-draft.ts'
import { importAgain } from '../behaviour/import-again.ts'
import type { LiveForm, LiveFormOptions } from './live-form.ts'

/** How far from the window the form may be when a kept draft begins to come back. */
const NEAR = '900px'
/** How long a kept submit waits for the scripts before the browser sends the form by itself. */
const PATIENCE_MS = 15_000

/** Brings the form's scripts at the first touch, and keeps what happens until they are here. */
export function useLiveForm({ form, slot, contact, words }: UseLiveFormOptions) {
  const [live, setLive] = useState<LiveForm>()
  const [wait, setWait] = useState<Wait>()
  const startedAt = useRef<number>(undefined)
  const loading = useRef<Promise<LiveForm | undefined>>(undefined)

  const start = ({ startLiveForm }: typeof import('./live-form.ts')) => {
    if (!form.current) return undefined
    const options = { form: form.current, slot: slot.current, contact, words }
    const started = startLiveForm({ ...options, startedAt: startedAt.current })
    setLive(started)
    return started
  }
  const forget = () => {
    loading.current = undefined
    return undefined
  }
  const load = () => {
    loading.current ??= importAgain(() => import('./live-form.ts')).then(start, forget)
    return loading.current
  }
  const touch = () => {
    startedAt.current ??= Date.now()
    // Not `live`, which React may not have drawn yet.
    load().then((loaded) => loaded?.messages.touch())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (live) return live.messages.submit()
    if (wait === 'sending') return
    setWait('sending')
    const loaded = await Promise.race([load(), rest(PATIENCE_MS)])
    if (!loaded) return submitByBrowser()
    setWait(undefined)
    loaded.messages.submit()
  }
  /** Its answer takes the place of this page, unless none comes or the visitor stops it. */
  const submitByBrowser = async () => {
    form.current?.submit()
    await rest(PATIENCE_MS)
    setWait('timeout')
  }
  useEffect(() => {
    const answerAgain = () => setWait(undefined)
    addEventListener('pageshow', answerAgain)
    return () => removeEventListener('pageshow', answerAgain)
  }, [])
  useFirstTouch(form, touch)
  useDraft(form, load)
  useEffect(() => live?.messages.close, [live])
  return { live, wait, hasOwnDropdown: useSwap(form, live !== undefined), load, touch, submit }
}

/** A field that the visitor went into before React came has been touched all the same. */
function useFirstTouch(form: RefObject<HTMLFormElement | null>, onTouch: () => void) {
  const touch = useEffectEvent(onTouch)
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) touch()
  }, [form])
}

/** What was typed before is to be there when the visitor sees the form. */
function useDraft(form: RefObject<HTMLFormElement | null>, onNear: () => void) {
  const comeNear = useEffectEvent(onNear)
  useEffect(() => {
    if (!hasDraft()) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        comeNear()
      },
      { rootMargin: NEAR },
    )
    if (form.current) observer.observe(form.current)
    return () => observer.disconnect()
  }, [form])
}

/** A browser's own dropdown that is in use, and perhaps open, is left alone until it is left. */
function useSwap(form: RefObject<HTMLFormElement | null>, isLive: boolean): boolean {
  const [isSwapped, setIsSwapped] = useState(false)
  useEffect(() => {
    if (!isLive) return
    const select = form.current?.querySelector('select')
    const swap = () => setIsSwapped(true)
    if (document.activeElement !== select) return swap()
    select?.addEventListener('blur', swap)
    return () => select?.removeEventListener('blur', swap)
  }, [form, isLive])
  return isSwapped
}

function rest(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds))
}

/** What becomes of a message that goes without the form's scripts. */
type Wait = 'sending' | 'timeout' | undefined

type UseLiveFormOptions = Pick<LiveFormOptions, 'contact' | 'words'> & {
  form: RefObject<HTMLFormElement | null>
  slot: RefObject<HTMLElement | null>
}
