import { useEffect, useState } from 'react'
import {
  initialTypewriterState,
  nextTypewriterState,
  type TypewriterState,
} from '../components/typewriter-state.ts'

/** Types, pauses and deletes in a loop while `isRunning`. Pauses in a background tab. */
export function useTypewriter(lengths: number[], isRunning: boolean): TypewriterState {
  const [typed, setTyped] = useState(() => initialTypewriterState(lengths))
  const isVisible = useIsVisible()

  useEffect(() => {
    if (!isRunning || !isVisible) return
    const next = nextTypewriterState(typed, lengths)
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
