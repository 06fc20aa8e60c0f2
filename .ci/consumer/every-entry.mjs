import fc from 'fast-check'
import Database from 'libsql'
import * as root from 'quotewright'
import * as http from 'quotewright/http'
import * as sqlite from 'quotewright/sqlite'
import * as testing from 'quotewright/testing'
import { useHttp, useRoot, useSqlite, useTesting } from './use-entries.cjs'

await useRoot(root)
await useSqlite({ root, sqlite, Database, file: 'esm.sqlite' })
await useHttp({ root, http })
useTesting({ root, testing, fc })
