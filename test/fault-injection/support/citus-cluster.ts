import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePorts } from '../../../.ci/local-servers.mjs'

const script = process.env.QUOTEWRIGHT_CITUS_CLUSTER

/** Why no cluster can be started. Undefined if one can. */
export const noCitusCluster: string | undefined =
  script === undefined ? 'QUOTEWRIGHT_CITUS_CLUSTER is not set' : undefined

/** A Citus cluster of a test, on three ports of this machine. */
export interface CitusCluster {
  readonly url: string
  /** The ports of its workers. */
  readonly workers: readonly number[]
  /** Kills a server at once: its first process with the signal, and the others with it. */
  kill(port: number, signal: 'SIGQUIT' | 'SIGKILL'): void
  /** Starts a server that was killed, as the same user and with the same arguments. */
  restart(port: number): Promise<void>
  stop(): void
}

/**
 * Starts a cluster with the script of `QUOTEWRIGHT_CITUS_CLUSTER`: `start DIR PORT` starts a
 * coordinator and two workers on PORT to PORT + 2, whose data are in DIR/PORT to DIR/PORT + 2, and
 * prints the URL of the coordinator. `stop DIR` stops it and deletes DIR.
 */
export async function startCitusCluster(): Promise<CitusCluster> {
  if (script === undefined) throw new Error(noCitusCluster)
  const program = script
  const folder = mkdtempSync(join(tmpdir(), 'quotewright-citus-'))
  rmSync(folder, { recursive: true })
  const first = await freePorts(3)
  const output = execFileSync(program, ['start', folder, `${first}`], { encoding: 'utf8' })
  const url = output.trim().split('\n').at(-1) ?? ''
  const dataOf = (server: number) => join(folder, `${server}`)

  return {
    url,
    workers: [first + 1, first + 2],

    kill(server, signal) {
      const [pid] = readFileSync(join(dataOf(server), 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), signal)
    },

    async restart(port) {
      const data = dataOf(port)
      const { uid, gid } = statSync(data)
      const [command = '', ...args] = readFileSync(join(data, 'postmaster.opts'), 'utf8')
        .trim()
        .split(/ (?=")/)
        .map((part) => part.replaceAll('"', ''))
      // A server does not start before the last process of the killed one has ended.
      for (;;) {
        const env = { ...process.env, HOME: data }
        const server = spawn(command, args, { uid, gid, env, stdio: 'ignore', detached: true })
        server.unref()
        if (await isReady(join(data, 'postmaster.pid'), server)) return
      }
    },

    stop() {
      execFileSync(program, ['stop', folder], { stdio: 'ignore' })
    },
  }
}

/** Resolves to true once the file says that the server is ready, and to false if it has ended. */
async function isReady(path: string, server: ChildProcess): Promise<boolean> {
  while (server.exitCode === null) {
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
    if (lines[0] === `${server.pid}` && lines.at(-1)?.trim() === 'ready') return true
    await setTimeout(pollMs)
  }
  return false
}

/** The time between two looks at what has no event. */
const pollMs = 20
