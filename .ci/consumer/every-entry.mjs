import { PGlite } from '@electric-sql/pglite'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import fc from 'fast-check'
import Database from 'libsql'
import * as root from 'quotewright'
import * as catalogs from 'quotewright/catalogs'
import * as customerPage from 'quotewright/customer-page'
import * as desk from 'quotewright/desk'
import * as document from 'quotewright/document'
import * as files from 'quotewright/files'
import * as http from 'quotewright/http'
import * as mail from 'quotewright/mail'
import * as mcp from 'quotewright/mcp'
import * as moving from 'quotewright/moving'
import * as mysql from 'quotewright/mysql'
import * as pdf from 'quotewright/pdf'
import * as ports from 'quotewright/ports'
import * as postgres from 'quotewright/postgres'
import * as relay from 'quotewright/relay'
import * as sqlite from 'quotewright/sqlite'
import * as testing from 'quotewright/testing'
import {
  useCatalogs,
  useCustomerPage,
  useDesk,
  useFiles,
  useHttp,
  useMail,
  useMcp,
  useMoving,
  useMysql,
  usePdf,
  usePorts,
  usePostgres,
  useRelay,
  useRoot,
  useSqlite,
  useTesting,
} from './use-entries.cjs'

await useRoot(root)
await useSqlite({ root, sqlite, Database, file: 'esm.sqlite' })
await usePostgres({ root, postgres, PGlite })
useMysql({ root, mysql })
usePorts({ ports })
await useMoving({ root, moving })
await useFiles({ root, files })
await useRelay({ root, relay })
await useMail({ root, mail, relay })
await useCatalogs({ root, catalogs, Database })
await useHttp({ root, http })
await useMcp({ root, mcp, Client, InMemoryTransport })
await useDesk({ root, desk })
await useCustomerPage({ root, customerPage })
await usePdf({ root, document, pdf })
useTesting({ root, testing, fc })
