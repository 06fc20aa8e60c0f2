import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * How a program is run as a user who is not root.
 *
 * @typedef {object} UserOptions
 * @property {number} [uid] Absent unless this process runs as root.
 * @property {number} [gid]
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 */

/**
 * Returns how a program is run that must not run as root: as the user that its packages create.
 *
 * @param {string} name
 * @returns {UserOptions}
 */
export function userOptions(name) {
  const user = process.getuid?.() === 0 ? findUser(name) : undefined
  return { ...user, cwd: '/', env: { ...process.env, LC_ALL: 'C' } }
}

/** @param {string} name */
function findUser(name) {
  const entry = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(
    readFileSync('/etc/passwd', 'utf8'),
  )
  if (entry === null) throw new Error(`must not run as root: there is no user ${name} instead`)
  return { uid: Number(entry[1]), gid: Number(entry[2]) }
}

/**
 * Creates a temporary folder that belongs to a user.
 *
 * @param {string} purpose
 * @param {UserOptions} user
 */
export function userFolder(purpose, { uid, gid }) {
  const folder = mkdtempSync(join(tmpdir(), `quotewright-${purpose}-`))
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

/** @returns {Promise<number>} a port of the loopback that nothing uses */
export async function freePort() {
  const port = await tryListen(0)
  if (port === undefined) throw new Error('the loopback has no free port')
  return port
}

/**
 * Returns the first of free ports in a row. The system gives none of them to a client, so they stay
 * free while a server restarts.
 *
 * @param {number} count
 */
export async function freePorts(count) {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000)
    const ports = Array.from({ length: count }, (_, index) => tryListen(first + index))
    if (!(await Promise.all(ports)).includes(undefined)) return first
  }
}

/** @param {number} port @returns {Promise<number | undefined>} undefined if it is in use */
async function tryListen(port) {
  const probe = createServer().listen(port, '127.0.0.1')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return undefined
  const { port: found } = /** @type {import('node:net').AddressInfo} */ (probe.address())
  probe.close()
  await once(probe, 'close')
  return found
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
