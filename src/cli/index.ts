#!/usr/bin/env node
import { describeThrown, readMessage, readProperty } from '../errors/thrown.js'
import { isQuoteError } from '../errors.js'
import { formatCommandHelp, formatHelp, parseCommand, UsageError } from './command.js'
import { commands, toFlags } from './commands.js'

/** The exit codes of a program that was ended by a signal. */
const interrupted = { SIGINT: 130, SIGTERM: 143 } as const

async function main(args: readonly string[]): Promise<number> {
  const abort = new AbortController()
  let interruptedCode: number | undefined
  // Once each: a second one ends a command that does not end by itself.
  for (const [name, code] of Object.entries(interrupted))
    process.once(name, () => {
      interruptedCode = code
      abort.abort()
    })
  // A reader such as head has enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
  })
  const progress = createProgress()
  try {
    const parsed = parseCommand(commands, args, process.env)
    if (parsed === 'help') {
      process.stdout.write(formatHelp(commands))
      return args.length === 0 ? 2 : 0
    }
    if (parsed === 'version') {
      const { documentVersion } = await import('../http/openapi/document.js')
      process.stdout.write(`${documentVersion}\n`)
      return 0
    }
    const { command, values, argument } = parsed
    if (values.help === true) {
      process.stdout.write(formatCommandHelp(command))
      return 0
    }
    const isShown = values.progress === true || process.stderr.isTTY === true
    const call = {
      signal: abort.signal,
      stdin: process.stdin,
      stdout: process.stdout,
      log: (line: string) => progress.log(line),
      showProgress: (line: string) => isShown && progress.show(line),
    }
    return await command.run(values, call, argument)
  } catch (error) {
    if (interruptedCode !== undefined) {
      progress.log('Interrupted.')
      return interruptedCode
    }
    progress.log(`quotewright: ${toFlags(describeFailure(error))}`)
    const isUsage =
      error instanceof UsageError || (isQuoteError(error) && error.code === 'invalid_options')
    return isUsage ? 2 : 1
  }
}

function describeFailure(error: unknown): string {
  const message = describeThrown(error)
  const reason = readMessage(readProperty(error, 'cause')) ?? ''
  return reason === '' || message.includes(reason) ? message : `${message} (${reason})`
}

/** Shortest time between two lines of progress, in milliseconds. */
const progressIntervalMs = 200

function createProgress() {
  let shownAt = Number.NEGATIVE_INFINITY
  let isLineOpen = false
  /** The last line, if it was not due. The end shows it, because it has the total. */
  let pending: string | undefined
  const write = (line: string) => {
    pending = undefined
    isLineOpen = process.stderr.isTTY === true
    process.stderr.write(isLineOpen ? `\r\x1b[K${line}` : `${line}\n`)
  }
  return {
    show(line: string) {
      const now = performance.now()
      pending = line
      if (now - shownAt < progressIntervalMs) return
      shownAt = now
      write(line)
    },
    log(line: string) {
      if (pending !== undefined) write(pending)
      process.stderr.write(`${isLineOpen ? '\n' : ''}${line}\n`)
      isLineOpen = false
    },
  }
}

main(process.argv.slice(2)).then((code) => {
  // What a config has opened, such as a pool, must not keep the process alive, and neither must
  // output that is not read, once the process is interrupted.
  const exit = () => process.stderr.write('', () => process.exit(code))
  if (Object.values(interrupted).some((each) => each === code)) exit()
  else process.stdout.write('', exit)
})
