import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePorts, userFolder, userOptions } from './local-servers.mjs'

/** Copying data to a node that has none fails as root. */
const user = userOptions('mysql')
const asServerUser = { ...user, env: { ...user.env, PATH: `${process.env.PATH}:/usr/sbin` } }

/**
 * A node of a Galera cluster on the loopback.
 *
 * @typedef {object} GaleraNode
 * @property {string} url
 * @property {() => Promise<void>} start Resolves when it has the data of the others.
 * @property {() => Promise<void>} kill Ends its process at once.
 * @property {(signal: 'SIGSTOP' | 'SIGCONT') => void} signal Stops its process, or lets it go on.
 * @property {() => void} deleteData Its next start copies all of it from another node.
 */

/**
 * A cluster of three nodes.
 *
 * @typedef {object} GaleraCluster
 * @property {readonly GaleraNode[]} nodes
 * @property {() => Promise<void>} stop Also deletes the data.
 */

/** @typedef {Readonly<Record<string, string | number>>} Settings */

/** Small, so that a node starts quickly. Its data survives while another node has it. */
const nodeSettings = {
  innodb_buffer_pool_size: '32M',
  innodb_log_file_size: '16M',
  innodb_flush_log_at_trx_commit: 0,
  innodb_autoinc_lock_mode: 2,
  binlog_format: 'ROW',
  wsrep_on: 'ON',
  wsrep_sst_method: 'rsync',
  wsrep_node_address: '127.0.0.1',
  // Several, because they can conflict with each other and with local transactions.
  wsrep_slave_threads: 4,
  max_connections: 300,
}

const maxAttempts = 3

/**
 * Starts a cluster. On a busy machine, a node can give up joining the others: the cluster is then
 * started again.
 *
 * @param {string} library The file `libgalera_smm.so`.
 * @param {Settings} settings Settings of the servers.
 * @param {Settings} provider Settings of the library, in `wsrep_provider_options`.
 * @returns {Promise<GaleraCluster>}
 */
export async function startGaleraCluster(library, settings = {}, provider = {}) {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await tryStart(library, settings, provider)
    } catch (error) {
      if (attempt === maxAttempts) throw error
      console.error(`a Galera cluster did not start, attempt ${attempt}: ${error}`)
    }
}

/**
 * @param {string} library
 * @param {Settings} settings
 * @param {Settings} provider
 * @returns {Promise<GaleraCluster>}
 */
async function tryStart(library, settings, provider) {
  const folder = userFolder('galera', user)
  const firstPort = await freePorts(3 * portsPerNode)
  const all = { ...nodeSettings, wsrep_provider: library, ...settings }
  const nodeAt = (/** @type {number} */ index) =>
    galeraNode(folder, firstPort, index, all, provider)
  const first = nodeAt(0)
  const others = [nodeAt(1), nodeAt(2)]
  const nodes = [first, ...others]
  const stop = async () => {
    for (const node of nodes) await node.kill()
    rmSync(folder, { recursive: true })
  }
  try {
    initialize(join(folder, '0'))
    await first.start('--wsrep-new-cluster')
    // One after the other, because a node that copies its data to another cannot do so twice.
    for (const node of others) await node.start()
  } catch (error) {
    await stop()
    throw error
  }
  return { nodes, stop }
}

/** @param {string} data */
function initialize(data) {
  const args = ['--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db']
  execFileSync('mariadb-install-db', [...args, `--datadir=${data}`], {
    ...asServerUser,
    stdio: 'pipe',
  })
}

/** For clients, the other nodes, missing transactions, and copies of the data. */
const portsPerNode = 4

/** What a node writes when it accepts connections, and when it has the data of the others. */
const startMessages = ['mariadbd: ready for connections', 'Synchronized with group']

/**
 * @param {string} folder
 * @param {number} firstPort
 * @param {number} index
 * @param {Settings} settings
 * @param {Settings} provider
 */
function galeraNode(folder, firstPort, index, settings, provider) {
  const data = join(folder, `${index}`)
  const portOf = (/** @type {number} */ offset, node = index) =>
    firstPort + node * portsPerNode + offset
  const ofProvider = {
    base_port: portOf(1),
    'gmcast.listen_addr': `tcp://127.0.0.1:${portOf(1)}`,
    'ist.recv_addr': `127.0.0.1:${portOf(2)}`,
    'gcache.size': '16M',
    ...provider,
  }
  const addresses = [0, 1, 2].map((node) => `127.0.0.1:${portOf(1, node)}`)
  const all = {
    ...{ datadir: data, port: portOf(0), bind_address: '127.0.0.1' },
    ...{ socket: `${data}.sock`, pid_file: `${data}.pid` },
    wsrep_node_name: `node-${index}`,
    wsrep_cluster_address: `gcomm://${addresses}`,
    wsrep_sst_receive_address: `127.0.0.1:${portOf(3)}`,
    wsrep_provider_options: Object.entries(ofProvider)
      .map(([name, value]) => `${name}=${value}`)
      .join(';'),
    ...settings,
  }
  const args = Object.entries(all).map(([name, value]) => `--${name}=${value}`)
  args.unshift('--no-defaults')
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server

  /** Returns the last transaction that its data has; nothing if it has no data. */
  function recoverPosition() {
    if (readdirSync(data).length === 0) return []
    const { stderr } = spawnSync('mariadbd', [...args, '--wsrep-recover'], {
      ...asServerUser,
      encoding: 'utf8',
    })
    const [, position] = /Recovered position: (\S+)/.exec(stderr) ?? []
    if (position === undefined) throw new Error(`the data of a node is damaged: ${stderr}`)
    return [`--wsrep-start-position=${position}`]
  }

  return {
    url: `mysql://root@127.0.0.1:${portOf(0)}/mysql`,

    async start(/** @type {readonly string[]} */ ...more) {
      mkdirSync(data, { recursive: true })
      if (user.uid !== undefined) chownSync(data, user.uid, Number(user.gid))
      const position = more.length > 0 ? [] : recoverPosition()
      const child = spawn('mariadbd', [...args, ...position, ...more], {
        ...asServerUser,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      server = child
      /** @type {string[]} */
      const lines = []
      const expected = new Set(startMessages)
      await new Promise((resolve, reject) => {
        child.on('error', reject)
        child.on('exit', (code, signal) => {
          reject(new Error(`a node has ended (${code ?? signal}):\n${lines.slice(-40).join('\n')}`))
        })
        createInterface({ input: child.stderr }).on('line', (line) => {
          lines.push(line)
          for (const message of expected) if (line.includes(message)) expected.delete(message)
          if (expected.size === 0) resolve(undefined)
        })
      })
    },

    async kill() {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    },

    signal: (/** @type {NodeJS.Signals} */ signal) => void server?.kill(signal),

    deleteData: () => rmSync(data, { recursive: true }),
  }
}
