import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { type Connection, type Cut, cuttableConnection } from './cuttable-connection.js'
import { type PostgresRequest, postgresRequests } from './postgres-requests.js'

export interface CuttingProxy {
  readonly port: number
  /** How many of the cuts are still to be made. */
  cutsLeft(): number
  /** How many connections were cut while they were being opened, rather than in a statement. */
  cutOpenings(): number
  /** Ends all silences, as a network does that gives a connection up at last. */
  endSilences(): void
  close(): Promise<void>
}

/** Silent connections at one time, so that a pool is never made of nothing else. */
const mostSilences = 3

/** Passes on what clients and a PostgreSQL server say to each other, cuts it at these places, and then no more. Tells of every silence when it begins. */
export async function cuttingProxy(
  server: { readonly host: string; readonly port: number },
  cuts: readonly Cut[],
  onSilence: () => void,
): Promise<CuttingProxy> {
  const connections = new Set<Connection>()
  const silences = new Set<Connection>()
  const due = [...cuts]
  let spared = 0
  let openings = 0

  function nextCut({ isOpening }: PostgresRequest): Cut | undefined {
    const [next] = due
    if (next === undefined) return undefined
    spared += 1
    if (spared <= next.spared) return undefined
    spared = 0
    if (isOpening) openings += 1
    return due.shift()
  }

  function pass(connection: Connection, request: PostgresRequest): void {
    const cut = nextCut(request)
    if (cut?.kind === 'silence') {
      for (const oldest of [...silences].slice(0, 1 - mostSilences)) oldest.end()
      silences.add(connection)
      onSilence()
    }
    connection.pass(request.bytes, cut)
  }

  const listener = createServer((client) => {
    const connection = cuttableConnection(client, connect(server))
    connections.add(connection)
    const requests = postgresRequests()
    client.on('data', (packet) => {
      for (const request of requests(packet)) pass(connection, request)
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
    cutsLeft: () => due.length,
    cutOpenings: () => openings,
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
