import { type Moment, signalProgramAt } from './signalled-program.js'

/** Runs a writer until this moment, and resolves to what it had said when it died. */
export async function killWriterAt<Said>(
  moment: Moment,
  ...program: readonly [program: string, ...programArguments: string[]]
): Promise<Said[]> {
  const { code, signal, lines, complaints } = await signalProgramAt(moment, 'SIGKILL', program)
  if (signal === 'SIGKILL') return lines.map((line) => JSON.parse(line) as Said)
  throw new Error(`the writer ended by itself (${code ?? signal}): ${complaints}`)
}
