import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { type Connection, type Cut, cuttableConnection } from './cuttable-connection.js'
import { type PostgresRequest, postgresRequests } from './postgres-requests.js'

export interface CuttingProxy {
  readonly port: number
  /** Returns the number of cuts that are left. */
  cutsLeft(): number
  /** Returns the number of connections that were cut during their startup. */
  cutHandshakes(): number
  /** Closes all silent connections. */
  endSilences(): void
  close(): Promise<void>
}

/** Maximum number of silent connections, so that a pool always has others. */
const maxSilences = 3

/**
 * Starts a proxy between clients and a PostgreSQL server that cuts connections as planned.
 *
 * @param onSilence Called when a connection becomes silent.
 */
export async function cuttingProxy(
  server: { readonly host: string; readonly port: number },
  cuts: readonly Cut[],
  onSilence: () => void,
): Promise<CuttingProxy> {
  const connections = new Set<Connection>()
  const silences = new Set<Connection>()
  const remaining = [...cuts]
  let skipped = 0
  let startups = 0

  function nextCut({ isStartup }: PostgresRequest): Cut | undefined {
    const [next] = remaining
    if (next === undefined) return undefined
    skipped += 1
    if (skipped <= next.skipped) return undefined
    skipped = 0
    if (isStartup) startups += 1
    return remaining.shift()
  }

  function forward(connection: Connection, request: PostgresRequest): void {
    const cut = nextCut(request)
    if (cut?.kind === 'silence') {
      for (const oldest of [...silences].slice(0, 1 - maxSilences)) oldest.end()
      silences.add(connection)
      onSilence()
    }
    connection.forward(request.bytes, cut)
  }

  const listener = createServer((client) => {
    const connection = cuttableConnection(client, connect(server))
    connections.add(connection)
    const requests = postgresRequests()
    client.on('data', (packet) => {
      for (const request of requests(packet)) forward(connection, request)
    })
    client.on('close', () => {
      connections.delete(connection)
      silences.delete(connection)
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    cutsLeft: () => remaining.length,
    cutHandshakes: () => startups,
    endSilences() {
      for (const each of silences) each.end()
    },
    async close() {
      listener.close()
      for (const each of connections) each.end()
      await once(listener, 'close')
    },
  }
}
