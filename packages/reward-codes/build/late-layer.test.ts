import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asLate, splitStyles } from './late-layer.ts'

/** Rules as Lightning CSS writes them. */
const rule = fc.oneof(
  fc.constantFrom(
    '.a{color:red}',
    '.b:before{content:"}{"}',
    '@media print{.c{margin:0}.d{padding:0}}',
    '@supports (color:oklch(0 0 0)){@media (width>=48em){.e{top:0}}}',
    ".f:after{content:'\\\"}'}",
  ),
)

test('late styles and the others each keep their order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ css: fc.array(rule, { minLength: 1 }), isLate: fc.boolean() })),
      (files) => {
        const texts = files.map(({ css, isLate }) => ({ text: css.join(''), isLate }))
        const built = texts
          .map(({ text, isLate }) => (isLate ? asLate(text).replaceAll(/ (?=\{\n)|\n/g, '') : text))
          .join('')
        const textOf = (late: boolean) =>
          texts.flatMap(({ text, isLate }) => (isLate === late ? text : [])).join('')
        expect(splitStyles(built)).toEqual({ early: textOf(false), late: textOf(true) })
      },
    ),
  )
})
