import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * A new folder in which `import 'quotewright'` finds the build, as in the reader's project,
 * and the other packages are those of the repository. It is below node_modules, which git, the
 * linters and the type check ignore.
 */
export function sampleWorkspace(): string {
  if (!existsSync('dist/index.js')) throw new Error('the samples run against dist: npm run build')
  mkdirSync('node_modules/.cache', { recursive: true })
  const workspace = mkdtempSync(resolve('node_modules/.cache/quotewright-samples-'))
  mkdirSync(join(workspace, 'node_modules'))
  symlinkSync(resolve('.'), join(workspace, 'node_modules/quotewright'), 'junction')
  return workspace
}
