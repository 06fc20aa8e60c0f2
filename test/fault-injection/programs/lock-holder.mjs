// Holds the write lock of a SQLite file until it reads a line or is killed: lock-holder.mjs <file>
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import Database from 'libsql'

const [file = ''] = process.argv.slice(2)
const database = new Database(file)
database.exec('begin immediate')
writeSync(1, 'locked\n')
await once(process.stdin, 'data')
database.exec('commit')
database.close()
process.stdin.destroy()
