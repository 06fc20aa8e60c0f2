import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Sample } from './samples.js'

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  skipLibCheck: true,
  noEmit: true,
}

/**
 * Type-checks all `ts` samples against the built declarations, in one strict program.
 *
 * @returns One message per error, with its file and line.
 */
export function checkSamples(samples: readonly Sample[], workspace: string): string[] {
  if (!existsSync('dist/index.d.ts'))
    throw new Error('dist/index.d.ts is missing; run npm run build')
  const folder = join(workspace, 'check')
  mkdirSync(folder)
  const byFile = new Map<string, Sample>()
  for (const sample of samples.filter(({ language }) => language === 'ts')) {
    const file = join(folder, `sample-${byFile.size}.mts`).replaceAll('\\', '/')
    writeFileSync(file, sample.code)
    byFile.set(file, sample)
  }
  const program = ts.createProgram([...byFile.keys()], options)
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')
    const sample = byFile.get(diagnostic.file?.fileName ?? '')
    if (diagnostic.file === undefined || sample === undefined) return message
    const { line } = diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start ?? 0)
    return `${sample.path}:${sample.line + line} ${message}`
  })
}
