import { spawn } from 'node:child_process'

/** When a writer is killed: after so many acknowledged writes, or so long after its first line. */
export type Moment = { readonly writes: number } | { readonly milliseconds: number }

/** Runs a writer until this moment, and resolves to what it had acknowledged when it died. */
export function killWriterAt<Write>(
  moment: Moment,
  program: string,
  writerArguments: readonly string[],
): Promise<Write[]> {
  const child = spawn(process.execPath, [program, ...writerArguments], {
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
      if (signal === 'SIGKILL') resolve(writesIn<Write>(output))
      else reject(new Error(`the writer ended by itself (${code ?? signal}): ${complaints}`))
    })
  })
}

/** The whole lines after the first one, which says that the writer is opening the storage. */
export function writesIn<Write>(output: string): Write[] {
  return output
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as Write)
}
