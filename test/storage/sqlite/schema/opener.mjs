// Opens a SQLite file as a storage, from a process of its own: sqlite-opener.mjs <file>
import Database from 'libsql'
import { sqliteStorage } from 'quotewright/sqlite'

const database = new Database(/** @type {string} */ (process.argv[2]))
sqliteStorage(database)
database.close()
