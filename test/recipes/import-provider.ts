import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { sampleWorkspace } from '../docs/sample-workspace.js'

/**
 * Imports the provider that a recipe has as a file, as a reader would copy it.
 *
 * @param name Its folder and its name: `taxes/taxjar`.
 */
export async function importProvider<Module>(name: string): Promise<Module> {
  const source = readFileSync(`docs/recipes/${name}.ts`, 'utf8')
  const workspace = sampleWorkspace()
  try {
    const file = join(mkdtempSync(join(workspace, 'recipe-')), 'recipe.mjs')
    const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext }
    writeFileSync(file, ts.transpileModule(source, { compilerOptions }).outputText)
    return await import(file)
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
}
