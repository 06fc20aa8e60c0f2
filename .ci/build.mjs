// Builds dist. The tests need no declarations, which take longest: --without-declarations.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'

await run('.ci/assets.mjs')
rmSync('dist', { recursive: true, force: true })
const declarations = process.argv.includes('--without-declarations') ? [] : ['.ci/declarations.mjs']
await Promise.all([run('.ci/bundle.mjs', '.ci/openapi.mjs'), run(...declarations)])

/** Runs programs, one after the other. */
async function run(...programs) {
  for (const program of programs) {
    const [code] = await once(spawn(process.execPath, [program], { stdio: 'inherit' }), 'exit')
    if (code !== 0) process.exit(code ?? 1)
  }
}
