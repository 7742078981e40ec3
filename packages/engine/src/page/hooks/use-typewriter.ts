import { useEffect, useState } from 'react'
import { firstTyped, nextTyped, type Typed } from './typewriter.ts'

/** Types, pauses, deletes and goes on for ever while `isRunning`; rests in a background tab. */
export function useTypewriter(lengths: number[], isRunning: boolean): Typed {
  const [typed, setTyped] = useState(() => firstTyped(lengths))
  const isVisible = useIsVisible()

  useEffect(() => {
    if (!isRunning || !isVisible) return
    const next = nextTyped(typed, lengths)
    const timer = setTimeout(() => setTyped(next.typed), next.afterMs)
    return () => clearTimeout(timer)
  }, [typed, lengths, isRunning, isVisible])

  return typed
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(true)
  useEffect(() => {
    const update = () => setIsVisible(!document.hidden)
    update()
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}
