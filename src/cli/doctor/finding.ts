/** What one look has found. */
export type Finding = {
  /** What was looked at. */
  check: string
  status: 'ok' | 'warning' | 'failed'
  found: string
  /** What to do about it. */
  advice?: string
}

export function ok(check: string, found: string): Finding {
  return { check, status: 'ok', found }
}

export function warning(check: string, found: string, advice: string): Finding {
  return { check, status: 'warning', found, advice }
}

export function failed(check: string, found: string, advice: string): Finding {
  return { check, status: 'failed', found, advice }
}
