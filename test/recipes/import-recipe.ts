import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { sampleWorkspace } from '../docs/sample-workspace.js'
import { programsOf } from './recipes.js'

/** Imports what the program of a recipe exports, as a reader would copy it. */
export async function importRecipe<Module>(recipe: string): Promise<Module> {
  const [program] = programsOf(recipe)
  const workspace = sampleWorkspace()
  try {
    const file = join(mkdtempSync(join(workspace, 'recipe-')), 'recipe.mjs')
    const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext }
    writeFileSync(file, ts.transpileModule(program?.code ?? '', { compilerOptions }).outputText)
    return await import(file)
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
}
