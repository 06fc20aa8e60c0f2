import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const program = 'test/http/openapi/client/program/use-client.ts'

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  skipLibCheck: true,
}

/** Creates a folder with the program and the types that are generated from the document. */
export async function generateClient(document: object): Promise<string> {
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync(resolve('node_modules/.cache/quotewright-client-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'schema.d.ts'), astToString(await openapiTS(document as never)))
  cpSync(program, join(folder, 'use-client.ts'))
  return folder
}

/** Compiles the program of such a folder. Returns a message for each error of its types. */
export function compileClient(folder: string): readonly string[] {
  const compiled = ts.createProgram([join(folder, 'use-client.ts')], options)
  const diagnostics = [...ts.getPreEmitDiagnostics(compiled), ...compiled.emit().diagnostics]
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
