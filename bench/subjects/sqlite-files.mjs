import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'

/** @typedef {import('../harness/scenario.js').OnCleanUp} OnCleanUp */

/**
 * Opens new files in a temporary folder, with the library's durability settings.
 *
 * @param {OnCleanUp} onCleanUp
 */
export function sqliteFiles(onCleanUp) {
  const folder = mkdtempSync(join(tmpdir(), 'quotewright-bench-'))
  onCleanUp(() => rmSync(folder, { recursive: true, force: true }))
  return (/** @type {string} */ name) => {
    const database = new Database(join(folder, `${name}.sqlite`))
    onCleanUp(() => database.close())
    database.exec('pragma journal_mode = wal; pragma synchronous = full')
    return database
  }
}
