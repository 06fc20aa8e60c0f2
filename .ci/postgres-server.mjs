import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, userFolder, userOptions } from './local-servers.mjs'

/** How a program is run as the user of the servers. PostgreSQL does not run as root. */
export const asServerUser = userOptions('postgres')

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
  return userFolder(purpose, asServerUser)
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
