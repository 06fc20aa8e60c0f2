import { spawn } from 'node:child_process'

/** When a program is sent its signal: after so many further lines, or so long after its first one. */
export type Moment = { readonly writes: number } | { readonly milliseconds: number }

/** How a program ended. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The whole lines that it printed, but for the first one, which says that it has begun. */
  readonly lines: readonly string[]
  readonly complaints: string
}

/** The longest that a program may take from its beginning to its end, in milliseconds: only what hangs takes as long. */
const longestRun = 600_000

/** Runs a program of this folder, and sends it a signal at this moment. */
export function signalProgramAt(
  moment: Moment,
  signalSent: NodeJS.Signals,
  [program, ...programArguments]: readonly [string, ...string[]],
): Promise<Ending> {
  const child = spawn(process.execPath, [`test/proof/${program}`, ...programArguments], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestRun,
    killSignal: 'SIGABRT',
  })
  let timer: NodeJS.Timeout | undefined
  let output = ''
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if ('milliseconds' in moment)
      timer ??= setTimeout(() => child.kill(signalSent), moment.milliseconds)
    else if (!child.killed && linesIn(output).length >= moment.writes) child.kill(signalSent)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    // Not at `exit`: lines that were printed before may still be on their way.
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code, signal, lines: linesIn(output), complaints })
    })
  })
}

/** The whole lines but the first one. */
export function linesIn(output: string): string[] {
  return output.split('\n').slice(1, -1)
}
