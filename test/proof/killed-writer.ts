import { spawn } from 'node:child_process'
import type { AcknowledgedWrite } from './stored-quotes.js'

/** When a writer is killed: after so many acknowledged writes, or so long after its first line. */
export type Moment = { readonly writes: number } | { readonly milliseconds: number }

/** Runs `crash-writer.mjs` until this moment, and resolves to the writes that it had acknowledged when it died. */
export function killWriterAt(
  moment: Moment,
  writerArguments: readonly string[],
): Promise<AcknowledgedWrite[]> {
  const child = spawn(process.execPath, ['test/proof/crash-writer.mjs', ...writerArguments], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let timer: NodeJS.Timeout | undefined
  let output = ''
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if ('milliseconds' in moment)
      timer ??= setTimeout(() => child.kill('SIGKILL'), moment.milliseconds)
    else if (writesIn(output).length >= moment.writes) child.kill('SIGKILL')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    // Not at `exit`: lines that were printed before may still be on their way.
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (signal === 'SIGKILL') resolve(writesIn(output))
      else reject(new Error(`the writer ended by itself (${code ?? signal}): ${complaints}`))
    })
  })
}

/** The whole lines after the first one, which says that the writer is opening the storage. */
function writesIn(output: string): AcknowledgedWrite[] {
  return output
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as AcknowledgedWrite)
}
