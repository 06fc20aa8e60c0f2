import { spawn } from 'node:child_process'

/**
 * When a program receives its signal: after a number of lines or milliseconds since its first line.
 */
export type Moment = { readonly writes: number } | { readonly milliseconds: number }

/** The result of a program. */
export interface ProgramResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The complete lines after the first one, which reports the start. */
  readonly lines: readonly string[]
  readonly stderr: string
}

/** Timeout of a program. Only a program that hangs takes this long. */
const maxRunMs = 600_000

/** Runs a program of `programs/` and sends it a signal at a moment. */
export function signalProgramAt(
  moment: Moment,
  signalSent: NodeJS.Signals,
  [program, ...programArguments]: readonly [string, ...string[]],
): Promise<ProgramResult> {
  const child = spawn(
    process.execPath,
    [`test/fault-injection/programs/${program}`, ...programArguments],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: maxRunMs,
      killSignal: 'SIGABRT',
    },
  )
  let timer: NodeJS.Timeout | undefined
  let output = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    if ('milliseconds' in moment)
      timer ??= setTimeout(() => child.kill(signalSent), moment.milliseconds)
    else if (!child.killed && linesIn(output).length >= moment.writes) child.kill(signalSent)
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    // Not on `exit`: output may arrive after it.
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code, signal, lines: linesIn(output), stderr })
    })
  })
}

/** Returns the complete lines of an output, without the first one. */
export function linesIn(output: string): string[] {
  return output.split('\n').slice(1, -1)
}
