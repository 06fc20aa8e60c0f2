import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { postgresStorage } from 'quotewright/postgres'
import { postgresServer, serverFolder } from '../../.ci/postgres-server.mjs'
import { isShort } from '../harness/effort.mjs'

/** Why private servers cannot run here, if they cannot. */
export const privateServersMissing = !process.env.QUOTEWRIGHT_POSTGRES_PROGRAMS
  ? 'QUOTEWRIGHT_POSTGRES_PROGRAMS is not set'
  : existsSync('/proc/self/schedstat')
    ? undefined
    : 'the CPU of processes is not in /proc'

const settings = {
  // Looks every two seconds for tables to vacuum, so that a short run is vacuumed like a long one.
  autovacuum_naptime: 2,
  // No checkpoint begins by itself: what one costs is measured as a factor.
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
  ...(isShort ? { fsync: 'off' } : undefined),
}

/** @typedef {Awaited<ReturnType<typeof startServer>>} PrivateServer */
/** @typedef {Awaited<ReturnType<PrivateServer['newDatabase']>>} Database */

/**
 * Starts PostgreSQL servers of its own, so that what they use is used by the benchmark alone.
 *
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 * @param {number} count
 */
export async function startServers(onCleanUp, count) {
  const folder = serverFolder('bench')
  onCleanUp(() => rmSync(folder, { recursive: true }))
  const servers = []
  for (let number = 1; number <= count; number += 1)
    servers.push(await startServer(onCleanUp, join(folder, `server-${number}`)))
  return servers
}

/**
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 * @param {string} data
 */
async function startServer(onCleanUp, data) {
  const programs = process.env.QUOTEWRIGHT_POSTGRES_PROGRAMS ?? ''
  const server = await postgresServer(programs, data, settings)
  onCleanUp(() => server.stop())
  server.initialize()
  server.start()
  const admin = new pg.Pool({ connectionString: server.url, max: 1 })
  onCleanUp(() => admin.end())
  let databases = 0

  const numberFrom = async (/** @type {string} */ sql, /** @type {unknown[]} */ values = []) => {
    const { rows } = await admin.query(`select (${sql})::float8 as number`, values)
    return /** @type {number} */ (rows[0].number)
  }

  /** Creates a database with the tables of the library. */
  async function newDatabase() {
    databases += 1
    const name = `bench_${databases}`
    await admin.query(`create database ${name}`)
    const url = new URL(server.url)
    url.pathname = `/${name}`
    const connect = (/** @type {number} */ connections) => {
      const pool = new pg.Pool({ connectionString: url.href, max: connections })
      // When the benchmark fails, servers are stopped while connections are idle.
      pool.on('error', () => {})
      return pool
    }
    const migrating = connect(1)
    await postgresStorage(migrating).migrate()
    await migrating.end()

    async function query(/** @type {string} */ sql) {
      const pool = connect(1)
      const { rows } = await pool.query(sql)
      await pool.end()
      return rows
    }

    return {
      connect,

      /** Returns the rows of a statement of the benchmark itself, on a connection of its own. */
      query,

      /** Returns the bytes of tables and indexes. */
      async size() {
        const [row] = await query(totalSize)
        return /** @type {number} */ (row.bytes)
      },

      /** Rewrites all tables without the space of replaced rows. */
      async pack() {
        const pool = connect(1)
        const { rows } = await pool.query(tables)
        for (const table of rows) await pool.query(`vacuum full ${table.name}`)
        await pool.end()
      },

      /**
       * Returns the seconds in which statements ran on connections. Those of connections that are
       * still open can be missing.
       */
      async connectionSeconds() {
        while ((await numberFrom(connectedTo, [name])) > 0);
        return (await numberFrom(activeTime, [name])) / 1_000
      },

      /** Changes a setting for connections that are opened from now on. */
      set: (/** @type {string} */ setting, /** @type {string} */ value) =>
        admin.query(`alter database ${name} set ${setting} = '${value}'`),

      drop: () => admin.query(`drop database ${name}`),
    }
  }

  return {
    newDatabase,
    walBytes: () => numberFrom("pg_current_wal_insert_lsn() - '0/0'"),
    checkpoint: () => admin.query('checkpoint'),
    cpuSeconds: () => cpuOfServer(data),
    /** Returns the private memory of each process that serves a database, in bytes. */
    async backendBytes() {
      const sql = `select pid from pg_stat_activity
        where datname like 'bench%' and backend_type = 'client backend'`
      const { rows } = await admin.query(sql)
      return rows.map(({ pid }) => privateMemory(pid))
    },
  }
}

/** The tables of the library, which are the only ones in their schema. */
const tables = `select format('%I.%I', schemaname, tablename) as name
  from pg_tables where schemaname = 'quotewright'`
const totalSize = `select sum(pg_total_relation_size(name::regclass))::float8 as bytes
  from (${tables}) as tables`

const connectedTo = `select count(*) from pg_stat_activity
  where datname = $1 and backend_type = 'client backend'`
const activeTime = 'select active_time from pg_stat_database where datname = $1'

/** Linux counts the CPU of processes that have ended in hundredths of a second. */
const ticksPerSecond = 100

/**
 * Returns the CPU seconds of all processes of a server, also of those that have ended.
 *
 * @param {string} data
 */
function cpuOfServer(data) {
  const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  const ofProcesses = [pid, ...children.filter(Boolean)].map(cpuOfProcess)
  return ofProcesses.reduce((sum, seconds) => sum + seconds, cpuOfEnded(pid))
}

/** @param {string} pid */
function cpuOfProcess(pid) {
  const path = `/proc/${pid}/schedstat`
  // One that has just ended is counted with those that have.
  if (!existsSync(path)) return 0
  const [nanoseconds = ''] = readFileSync(path, 'utf8').split(' ')
  return Number(nanoseconds) / 1e9
}

/** @param {string} pid */
function cpuOfEnded(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in parentheses, can contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0] = fields.slice(13, 15).map(Number)
  return (user + system) / ticksPerSecond
}

/** @param {number} pid */
function privateMemory(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const sizes = [...text.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)]
  return sizes.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1_024, 0)
}

/** Returns the seconds in which the cores of this machine were busy, added up. */
function busySecondsOfMachine() {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softIrq + stolen) / ticksPerSecond
}

/**
 * Measures what this process, which runs the engine, and the servers use while work is done.
 *
 * @param {readonly PrivateServer[]} servers
 * @param {() => Promise<unknown>} work
 */
export async function usageOf(servers, work) {
  const before = await countersOf(servers)
  await work()
  const after = await countersOf(servers)
  const seconds = after.seconds - before.seconds
  const engineSeconds = after.engineSeconds - before.engineSeconds
  const ofServers = after.ofServers.map(({ cpuSeconds, walBytes }, index) => ({
    cpuSeconds: cpuSeconds - (before.ofServers[index]?.cpuSeconds ?? 0),
    walBytes: walBytes - (before.ofServers[index]?.walBytes ?? 0),
  }))
  const own = ofServers.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, engineSeconds)
  return {
    seconds,
    engineSeconds,
    ofServers,
    /** Cores that were busy with something else. */
    otherCores: Math.max(0, (after.busySeconds - before.busySeconds - own) / seconds),
  }
}

/** @param {readonly PrivateServer[]} servers */
async function countersOf(servers) {
  const ofServers = []
  for (const server of servers)
    ofServers.push({ walBytes: await server.walBytes(), cpuSeconds: server.cpuSeconds() })
  const { user, system } = process.cpuUsage()
  return {
    ofServers,
    engineSeconds: (user + system) / 1e6,
    busySeconds: busySecondsOfMachine(),
    seconds: performance.now() / 1_000,
  }
}
