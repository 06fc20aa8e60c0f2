import { type Moment, signalProgramAt } from './signalled-program.js'

/** Runs a writer, kills it at a moment, and resolves to the lines that it had printed. */
export async function killWriterAt<Line>(
  moment: Moment,
  ...program: readonly [program: string, ...programArguments: string[]]
): Promise<Line[]> {
  const { code, signal, lines, stderr } = await signalProgramAt(moment, 'SIGKILL', program)
  if (signal === 'SIGKILL') return lines.map((line) => JSON.parse(line) as Line)
  throw new Error(`expected the writer to be killed, but it exited (${code ?? signal}): ${stderr}`)
}
