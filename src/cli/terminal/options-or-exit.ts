import { type ParseArgsConfig, parseArgs } from 'node:util'
import { explainOption } from './explain-option.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** The options of a command without further words, or its end with what is wrong with them. */
export function optionsOrExit<Known extends Options>(options: Known, usage: string) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    console.error(`${explainOption(error, Object.keys(options))} ${usage}`)
    process.exit(2)
  }
}
