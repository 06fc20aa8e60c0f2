import type { Socket } from 'node:net'

/** Where a connection is cut. `silence` keeps it open, but drops all responses. */
export const cutKinds = [
  'before the request',
  'within the request',
  'after the request',
  'before the response',
  'within the response',
  'silence',
] as const

export interface Cut {
  readonly kind: (typeof cutKinds)[number]
  /** Number of requests that pass before the cut. */
  readonly skipped: number
  /** Share of the request or response that passes if it is cut within. */
  readonly part: number
}

export interface Connection {
  /** Forwards a request, or the part of it that passes the cut. */
  forward(request: Buffer, cut: Cut | undefined): void
  end(): void
}

/** Connects a client and a server, whose requests are passed to `forward`. */
export function cuttableConnection(client: Socket, server: Socket): Connection {
  /** The cut of the next response. */
  let nextCut: Cut | undefined
  const end = () => {
    client.destroy()
    server.destroy()
  }
  for (const socket of [client, server]) socket.on('error', end)
  client.on('close', () => server.end())
  server.on('close', () => client.end())

  server.on('data', (response) => {
    if (nextCut === undefined) client.write(response)
    else if (nextCut.kind === 'before the response') {
      client.resetAndDestroy()
      server.destroy()
    } else if (nextCut.kind === 'within the response') {
      client.end(startOf(response, nextCut))
      server.destroy()
    }
  })

  return {
    end,
    forward(request, cut) {
      nextCut = cut
      if (cut?.kind === 'before the request') end()
      else if (cut?.kind === 'within the request') server.end(startOf(request, cut))
      else if (cut?.kind === 'after the request') server.end(request)
      else server.write(request)
      // The server handles what it has received after the client has lost the connection.
      if (cut?.kind === 'within the request' || cut?.kind === 'after the request') client.destroy()
    },
  }
}

function startOf(bytes: Buffer, { part }: Cut): Buffer {
  const length = Math.ceil(part * (bytes.length - 1))
  return bytes.subarray(0, Math.max(length, 1))
}
