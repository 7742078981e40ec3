/** The icons that the page itself uses; the build adds those that the content names. */
export const ENGINE_ICONS = [
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'arrow-up-right',
  'check',
  'chevron-down',
  'circle-alert',
  'circle-check',
  'download',
  'lucide:x',
  'menu',
  'moon',
  'pause',
  'play',
  'sun',
] as const
