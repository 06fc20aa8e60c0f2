import { execFileSync } from 'node:child_process'

/** Writes the modules of stylesheets, scripts and PDF templates, as the build does. */
export function setup(): void {
  execFileSync(process.execPath, ['.ci/assets.mjs'])
}
