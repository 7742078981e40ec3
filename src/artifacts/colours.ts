/** Colours of the page as #rrggbb, for what cannot read its styles. */
export type Colours = Record<
  'paper' | 'ink' | 'soft' | 'control' | 'rule' | 'accent' | 'band' | 'onBand',
  string
>

export type ColourName = keyof Colours
