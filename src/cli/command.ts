import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestName } from '../validation/known-fields.js'

/** An option of a command: `--name value`, or `--name` alone for a boolean one. */
export interface OptionDescription {
  readonly type: 'string' | 'boolean'
  /** What it does, in one line. */
  readonly description: string
  /** What its value is, for the help: `url`, `file`. */
  readonly value?: string
  /** The values that it can have. */
  readonly choices?: readonly string[]
  /** True if the command cannot run without it. */
  readonly isRequired?: boolean
  /** True if it can be given several times. */
  readonly isRepeated?: boolean
  /** The environment variable that has its value if it is absent. */
  readonly variable?: string
}

/** The options of a command by name. */
export type OptionDescriptions = Readonly<Record<string, OptionDescription>>

/** The values of options. */
export type OptionValues<Options extends OptionDescriptions> = {
  readonly [Name in keyof Options]: Options[Name] extends { readonly type: 'boolean' }
    ? boolean
    : Options[Name] extends { readonly isRepeated: true }
      ? readonly string[] | undefined
      : Options[Name] extends { readonly isRequired: true }
        ? string
        : string | undefined
}

/** What a command works with, besides its options. */
export interface CommandCall {
  /** Aborts on SIGINT and SIGTERM. */
  readonly signal: AbortSignal
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  /** Prints a line for people, on the standard error. */
  log(line: string): void
  /** Shows how far the command is, if the standard error is a terminal or `--progress` is set. */
  showProgress(line: string): void
}

/** 0: everything is all right. 1: there are findings, or rows that failed. */
export type ExitCode = 0 | 1

/** A command. Parsing, help and documentation follow from it. */
export interface Command {
  readonly name: string
  /** What it does, in one line. */
  readonly summary: string
  /** What it does that the summary does not say, in lines. */
  readonly details?: readonly string[]
  /** The one argument of the command. */
  readonly argument?: { readonly name: string; readonly description: string }
  readonly options: OptionDescriptions
  run(values: Values, call: CommandCall, argument: string | undefined): Promise<ExitCode>
}

type Value = string | boolean | readonly string[] | undefined
type Values = Readonly<Record<string, Value>>

/** Defines a command. Its options have the types of their descriptions. */
export function defineCommand<const Options extends OptionDescriptions>(
  command: Omit<Command, 'options' | 'run'> & {
    readonly options: Options
    run(
      values: OptionValues<Options>,
      call: CommandCall,
      argument: string | undefined,
    ): Promise<ExitCode>
  },
): Command {
  return command as unknown as Command
}

/** A command line that cannot be run. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The options of every command. */
const commonOptions = {
  progress: { type: 'boolean', description: 'Show progress, also if no terminal is attached' },
  help: { type: 'boolean', description: 'Show this help; also -h' },
} as const satisfies OptionDescriptions

/** A command line after parsing. */
export interface ParsedCommand {
  readonly command: Command
  readonly values: Values
  readonly argument: string | undefined
}

/**
 * Parses the arguments of the program.
 *
 * @throws UsageError with what is wrong, and what to do
 */
export function parseCommand(
  commands: readonly Command[],
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): ParsedCommand | 'help' | 'version' {
  const [name, ...rest] = args
  if (name === undefined || ['--help', '-h', 'help'].includes(name)) return 'help'
  if (name === '--version' || name === '-v') return 'version'
  const command = commands.find((each) => each.name === name)
  if (command === undefined) {
    const names = commands.map((each) => each.name)
    const nearest = nearestName(name, names)
    const hint =
      nearest === undefined ? `the commands are ${names.join(', ')}` : `did you mean ${nearest}?`
    throw new UsageError(`Unknown command ${JSON.stringify(name)}; ${hint}`)
  }
  const options = { ...command.options, ...commonOptions }
  const { values, positionals } = parseOptions(command, options, rest)
  if (values.help === true) return { command, values, argument: undefined }
  for (const [option, description] of Object.entries(options) as [string, OptionDescription][]) {
    const { variable, isRequired, choices } = description
    if (variable !== undefined) values[option] ??= environment[variable]
    const value = values[option]
    if (isRequired && (value === undefined || value === ''))
      throw new UsageError(
        `--${option} is required: ${description.description}` +
          (variable === undefined ? '' : `; or set ${variable}`),
      )
    if (choices !== undefined && value !== undefined && !choices.includes(String(value)))
      throw new UsageError(`--${option} must be one of ${choices.join(', ')}, received ${value}`)
  }
  const [argument, ...more] = positionals
  if (more.length > 0 || (argument !== undefined && command.argument === undefined))
    throw new UsageError(`Unexpected argument ${JSON.stringify(positionals.at(-1))}`)
  if (argument === undefined && command.argument !== undefined)
    throw new UsageError(`<${command.argument.name}> is required: ${command.argument.description}`)
  return { command, values, argument }
}

function parseOptions(command: Command, options: OptionDescriptions, args: readonly string[]) {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, isRepeated = false }]) => [
      name,
      { type, multiple: isRepeated, ...(name === 'help' && { short: 'h' }) },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: config as NonNullable<ParseArgsConfig['options']>,
      allowPositionals: true,
    })
    return { values: values as Record<string, Value>, positionals }
  } catch (error) {
    throw new UsageError(`${command.name}: ${(error as Error).message}`)
  }
}

/** Returns the help of the program. */
export function formatHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const)
  return [
    'Usage: quotewright <command> [options]',
    '',
    ...columns(rows),
    '',
    'quotewright <command> --help shows the options of a command, --version the release.',
    'Exit codes: 0 all right, 1 findings, failed rows or another failure, 2 wrong usage.',
    '',
  ].join('\n')
}

/** Returns the help of a command. */
export function formatCommandHelp({
  name,
  summary,
  details = [],
  argument,
  options,
}: Command): string {
  const required = Object.entries(options).filter(([, { isRequired }]) => isRequired)
  const usage = [
    `Usage: quotewright ${name}`,
    ...(argument ? [`<${argument.name}>`] : []),
    ...required.map(([option, { value = 'value' }]) => `--${option} <${value}>`),
    '[options]',
  ]
  const all = Object.entries({ ...options, ...commonOptions }) as [string, OptionDescription][]
  const rows = all.map(([option, { type, value = 'value', choices, description, variable }]) => {
    const shown = choices === undefined ? `<${value}>` : choices.join('|')
    const from = variable === undefined ? '' : ` (or ${variable})`
    return [
      type === 'boolean' ? `--${option}` : `--${option} ${shown}`,
      description + from,
    ] as const
  })
  const named =
    argument === undefined ? [] : [[`<${argument.name}>`, argument.description] as const]
  return [usage.join(' '), '', summary, ...details, '', ...columns([...named, ...rows]), ''].join(
    '\n',
  )
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
