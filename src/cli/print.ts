import type { CommandCall } from './command.js'

/** Writes a line, and waits until the output takes more. */
export async function print({ stdout }: CommandCall, line: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()))
  })
}
