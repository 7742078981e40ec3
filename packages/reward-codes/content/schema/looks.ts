/** The looks of the page: one set of tokens and fonts each, for the same markup. */
export const LOOKS = ['index', 'editorial', 'terminal'] as const

export type Look = (typeof LOOKS)[number]

/** Looks that are dark until the visitor chooses a theme. */
export const DARK_FIRST: Look[] = ['terminal']
