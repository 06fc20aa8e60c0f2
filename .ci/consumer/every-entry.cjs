const { PGlite } = require('@electric-sql/pglite')
const { Client } = require('@modelcontextprotocol/sdk/client/index.js')
const { InMemoryTransport } = require('@modelcontextprotocol/sdk/inMemory.js')
const fc = require('fast-check')
const Database = require('libsql')
const root = require('quotewright')
const catalogs = require('quotewright/catalogs')
const customerPage = require('quotewright/customer-page')
const desk = require('quotewright/desk')
const document = require('quotewright/document')
const files = require('quotewright/files')
const http = require('quotewright/http')
const mail = require('quotewright/mail')
const mcp = require('quotewright/mcp')
const moving = require('quotewright/moving')
const pdf = require('quotewright/pdf')
const ports = require('quotewright/ports')
const postgres = require('quotewright/postgres')
const mysql = require('quotewright/mysql')
const relay = require('quotewright/relay')
const sqlite = require('quotewright/sqlite')
const testing = require('quotewright/testing')
const {
  useCatalogs,
  useCustomerPage,
  useDesk,
  useFiles,
  useHttp,
  useMail,
  useMcp,
  useMoving,
  usePdf,
  usePorts,
  useMysql,
  usePostgres,
  useRelay,
  useRoot,
  useSqlite,
  useTesting,
} = require('./use-entries.cjs')

async function main() {
  await useRoot(root)
  await useSqlite({ root, sqlite, Database, file: 'commonjs.sqlite' })
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
}

main()
