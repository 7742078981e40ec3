import { type DependencyList, type EffectCallback, useEffect } from 'react'

/**
 * An effect that uses the browser. What the browser lacks, or an extension has broken, is reported, and the page works
 * without it. The error boundary of an island, which also catches errors of effects, would replace the page.
 */
export function useSafeEffect(effect: EffectCallback, dependencies: DependencyList): void {
  useEffect(
    () => {
      const cleanUp = report(effect)
      return cleanUp && (() => report(cleanUp))
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: biome.json has it check the callers instead
    dependencies,
  )
}

function report<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch (error) {
    reportError(error)
    return undefined
  }
}
