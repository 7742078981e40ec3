/** The icons of the page itself. The build adds those that the content names. */
export const UI_ICONS = [
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'arrow-up-right',
  'check',
  'chevron-down',
  'circle-alert',
  'circle-check',
  'contrast',
  'download',
  'lucide:x',
  'menu',
] as const
