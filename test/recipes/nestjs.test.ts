import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { codeBlocks } from '../docs/code-blocks.js'
import { runSample } from '../docs/run-sample.js'
import { sampleWorkspace } from '../docs/sample-workspace.js'

// Not a block of nestjs.md, because test/docs compiles blocks without Nest's kind of decorators.
const file = new URL('../../docs/recipes/nestjs/controller.ts', import.meta.url)
const path = 'docs/recipes/nestjs/controller.ts'

const options: ts.CompilerOptions = {
  strict: true,
  experimentalDecorators: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  skipLibCheck: true,
}

const workspace = sampleWorkspace()
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

describe(path, () => {
  const text = readFileSync(file, 'utf8')

  it('passes the type check', () => {
    mkdirSync(join(workspace, 'check'))
    const copy = join(workspace, 'check/controller.mts')
    writeFileSync(copy, text)
    const program = ts.createProgram([copy], { ...options, noEmit: true })
    const messages = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    expect(messages).toEqual([])
  })

  it('prints what nestjs.md says', async () => {
    const markdown = readFileSync('docs/recipes/nestjs.md', 'utf8')
    const output = codeBlocks(markdown).findLast(({ info }) => info[0] === 'text')?.code
    const compilerOptions = { ...options, module: ts.ModuleKind.ESNext }
    const { outputText } = ts.transpileModule(text, { compilerOptions })
    const program = { language: 'js', code: outputText, output } as const
    await runSample({ ...program, place: path, path, line: 1, isRun: true }, workspace)
  })
})
