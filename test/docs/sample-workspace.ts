import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Creates a folder in which `import 'quotewright'` resolves to the build, and other packages to
 * those of the repository. It is below node_modules, which git, linters and type checks ignore.
 */
export function sampleWorkspace(): string {
  if (!existsSync('dist/index.js')) throw new Error('dist/index.js is missing; run npm run build')
  mkdirSync('node_modules/.cache', { recursive: true })
  const workspace = mkdtempSync(resolve('node_modules/.cache/quotewright-samples-'))
  mkdirSync(join(workspace, 'node_modules'))
  symlinkSync(resolve('.'), join(workspace, 'node_modules/quotewright'), 'junction')
  return workspace
}
