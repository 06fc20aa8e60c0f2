import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { PostgresClient } from '../../src/storage/postgres/index.js'
import { programsOf } from './recipes.js'

/** The client that a recipe creates, and the object of the library that it uses. */
export interface RecipeClient<Library> {
  readonly client: PostgresClient
  readonly library: Library
}

/**
 * Runs the first lines of a recipe, up to `const storage = postgresStorage(…)`, and returns what it
 * would give to `postgresStorage`, and the variable that holds the library's object.
 */
export async function recipeClient<Library>(
  recipe: string,
  variable: string,
  workspace: string,
): Promise<RecipeClient<Library>> {
  const [program] = programsOf(recipe)
  const [, setup, client] =
    /^([\s\S]*?)\nconst storage = postgresStorage\((.+)\)\n/.exec(program?.code ?? '') ?? []
  if (setup === undefined) throw new Error(`${recipe}.md has no line const storage = …`)
  const module = `${setup}\nconst made = { client: ${client}, library: ${variable} }\nexport { made }\n`
  const file = join(mkdtempSync(join(workspace, 'client-')), 'client.mjs')
  const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext }
  writeFileSync(file, ts.transpileModule(module, { compilerOptions }).outputText)
  return (await import(file)).made
}
