import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'

/** @typedef {import('../harness/scenario.js').Afterwards} Afterwards */

/**
 * Opens new files in a temporary folder that goes when the scenario is over, each as durable as those of the library.
 *
 * @param {Afterwards} afterwards
 */
export function sqliteFiles(afterwards) {
  const folder = mkdtempSync(join(tmpdir(), 'quotewright-bench-'))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return (/** @type {string} */ name) => {
    const database = new Database(join(folder, `${name}.sqlite`))
    afterwards(() => database.close())
    database.exec('pragma journal_mode = wal; pragma synchronous = full')
    return database
  }
}
