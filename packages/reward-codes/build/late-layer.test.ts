import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asLate, splitStyles } from './late-layer.ts'

/** Rules as Lightning CSS writes them, and whether they wait wherever they stand. */
const rule = fc.constantFrom(
  { text: '.a{color:red}', waits: false },
  { text: '.b:before{content:"}{"}', waits: false },
  { text: ".f:after{content:'\\\"}'}", waits: false },
  { text: '@media print,(prefers-reduced-motion:reduce){.c{margin:0}}', waits: false },
  { text: '@supports not selector(:popover-open){.d{display:none}}', waits: false },
  { text: '@media print{.c{margin:0}.d{padding:0}}', waits: true },
  { text: '@media (forced-colors:active){.c{color:buttontext}}', waits: true },
  { text: '@media (hover:hover) and (pointer:fine){.c:hover{top:0}}', waits: true },
  { text: '@supports (color:oklch(0 0 0)){@media (width>=48em){.e{top:0}}}', waits: true },
  { text: '.p1:is(:popover-open,[data-open]){display:block}', waits: true },
)

test('late styles and the others each keep their order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ rules: fc.array(rule, { minLength: 1 }), isLate: fc.boolean() })),
      (files) => {
        const built = files.map(({ rules, isLate }) => {
          const css = rules.map(({ text }) => text).join('')
          return isLate ? asLate(css).replaceAll(/ (?=\{\n)|\n/g, '') : css
        })
        const textOf = (late: boolean) =>
          files
            .flatMap(({ rules, isLate }) =>
              rules.filter(({ waits }) => (isLate || waits) === late).map(({ text }) => text),
            )
            .join('')
        expect(splitStyles(built.join('\n'))).toEqual({ early: textOf(false), late: textOf(true) })
      },
    ),
  )
})
