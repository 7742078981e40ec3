import { expect, test } from 'vitest'
import { takeOutSigns } from './take-out-signs.ts'

test.each([
  ['I ship 🚀 apps.', 'I ship apps.'],
  ['I ship apps 🚀.', 'I ship apps.'],
  ['I ship apps. 🚀.', 'I ship apps.'],
  ['Apps 🚀 🎉, tools 👩‍💻 !', 'Apps, tools!'],
  ['🚀 Baker 🥖', 'Baker'],
  ['Baker | 🥖 | Speaker', 'Baker | Speaker'],
  ['🇵🇱 | Baker, 🥖', 'Baker'],
  ['🚀: Launched – 🎉', 'Launched'],
  ['Rye, 🌾, wheat', 'Rye, wheat'],
  ['Rust🦀lang', 'Rust lang'],
  ['Fast (🚀) and (🎉 small 🎉)', 'Fast and (small)'],
  ['“🚀 Fast” and "🚀 small 🎉"', '“Fast” and "small"'],
  ['1️⃣ First, 2⃣ second', 'First, second'],
  ['Shipped:\n✅ one\n🎉\n✅ two', 'Shipped:\none\ntwo'],
  ['👍🏽', ''],
])('%j becomes %j', (text, plain) => {
  expect(takeOutSigns(text).text).toBe(plain)
})

test.each(['C++ & C# | 50 % → ≥ 2 ©', 'Two  spaces - as they were', '漢字 · Đặng'])(
  'no sign of %j is taken out',
  (text) => {
    expect(takeOutSigns(text)).toEqual({ text, signs: [] })
  },
)

test('what was taken out is named once, without its joiners', () => {
  expect(takeOutSigns('👩‍💻 and 🚀 and 🚀').signs).toEqual(['👩💻', '🚀'])
})
