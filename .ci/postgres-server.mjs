import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** PostgreSQL does not run as root, so then it runs as the user that its packages create. */
const user = process.getuid?.() === 0 ? findUser() : undefined

/** How a program is run as the user of the servers. */
export const asServerUser = { ...user, cwd: '/', env: { ...process.env, LC_ALL: 'C' } }

/**
 * A server on the loopback with data of its own.
 *
 * @typedef {object} PostgresServer
 * @property {number} port
 * @property {string} url
 * @property {() => void} initialize Creates its data.
 * @property {(primary: PostgresServer, name: string) => void} copy Copies the data of a running
 *   server, which it follows as a standby of this name.
 * @property {() => void} start Returns when it accepts connections.
 * @property {() => void} stop Does nothing if it does not run.
 * @property {() => void} kill Kills all of its processes.
 * @property {() => void} promote Ends following a primary, and returns when it accepts writes.
 */

/**
 * Creates a temporary folder for the data of servers.
 *
 * @param {string} purpose
 */
export function serverFolder(purpose) {
  const folder = mkdtempSync(join(tmpdir(), `quotewright-${purpose}-`))
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

/**
 * @param {string} programs The folder of `initdb` and `pg_ctl`.
 * @param {string} data Where its data will be, in a `serverFolder`.
 * @param {Readonly<Record<string, string | number>>} settings
 * @returns {Promise<PostgresServer>}
 */
export async function postgresServer(programs, data, settings) {
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const log = `${data}.log`
  const pidFile = join(data, 'postmaster.pid')
  const all = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`)

  /** @param {string} program @param {readonly string[]} args */
  const run = (program, args) => {
    execFileSync(join(programs, program), args, { ...asServerUser, stdio: 'pipe' })
  }
  /** @param {string} action @param {readonly string[]} args */
  const control = (action, ...args) => run('pg_ctl', [action, '-w', '-D', data, ...args])

  return {
    port,
    url,
    initialize: () => run('initdb', ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--no-sync']),
    copy(primary, name) {
      const source = `${primary.url}?application_name=${name}`
      run('pg_basebackup', ['-D', data, '-d', source, '--write-recovery-conf', '-c', 'fast'])
    },
    start() {
      try {
        control('start', '-l', log, '-o', options.join(' '))
      } catch (error) {
        throw new Error(`the server does not start: ${readFileSync(log, 'utf8')}`, { cause: error })
      }
    },
    stop() {
      if (existsSync(pidFile)) control('stop', '-m', 'immediate')
    },
    kill() {
      const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      for (const each of [pid, ...children.split(' ').filter(Boolean).map(Number)])
        process.kill(each, 'SIGKILL')
      rmSync(pidFile)
    },
    promote: () => control('promote'),
  }
}

/** @returns {Promise<number>} a port of the loopback that nothing uses */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * Waits until a port of the loopback accepts connections.
 *
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} child The process that is to listen.
 */
export async function listening(port, child) {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
  }
  throw new Error(`${child.spawnfile} ended with ${child.exitCode ?? child.signalCode}`)
}

function findUser() {
  const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (entry === null) throw new Error('must not run as root: there is no user postgres instead')
  return { uid: Number(entry[1]), gid: Number(entry[2]) }
}
