import type { Socket } from 'node:net'

/** Where a connection is cut; in silence it is not, but no answer ever comes. */
export const cutKinds = [
  'before the request',
  'within the request',
  'after the request',
  'before the answer',
  'within the answer',
  'silence',
] as const

export interface Cut {
  readonly kind: (typeof cutKinds)[number]
  /** How many requests get through before this one does not. */
  readonly spared: number
  /** How much of the request, or of the answer, gets through where it is cut within: more than nothing, less than all. */
  readonly part: number
}

export interface Connection {
  /** Hands a request on, or as much of it as the cut lets through. */
  pass(request: Buffer, cut: Cut | undefined): void
  end(): void
}

/** Joins the two ends of a connection, which is passed on request by request. */
export function cuttableConnection(client: Socket, server: Socket): Connection {
  /** The cut that the answer which is waited for will meet. */
  let ahead: Cut | undefined
  const end = () => {
    client.destroy()
    server.destroy()
  }
  for (const socket of [client, server]) socket.on('error', end)
  client.on('close', () => server.end())
  server.on('close', () => client.end())

  server.on('data', (answer) => {
    if (ahead === undefined) client.write(answer)
    else if (ahead.kind === 'before the answer') {
      client.resetAndDestroy()
      server.destroy()
    } else if (ahead.kind === 'within the answer') {
      client.end(beginningOf(answer, ahead))
      server.destroy()
    }
  })

  return {
    end,
    pass(request, cut) {
      ahead = cut
      if (cut?.kind === 'before the request') end()
      else if (cut?.kind === 'within the request') server.end(beginningOf(request, cut))
      else if (cut?.kind === 'after the request') server.end(request)
      else server.write(request)
      // The server has what it was sent, and works on it while the client learns that the connection is gone.
      if (cut?.kind === 'within the request' || cut?.kind === 'after the request') client.destroy()
    },
  }
}

function beginningOf(bytes: Buffer, { part }: Cut): Buffer {
  const length = Math.ceil(part * (bytes.length - 1))
  return bytes.subarray(0, Math.max(length, 1))
}
