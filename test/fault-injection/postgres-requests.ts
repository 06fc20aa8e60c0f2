/** What a client of PostgreSQL sends before it waits for an answer: the opening of the connection, or a statement. */
export interface PostgresRequest {
  readonly isOpening: boolean
  readonly bytes: Buffer
}

/** The messages after which a client waits: a plain query, the end of a prepared one, a password; and its farewell. */
const lastMessages = new Set(['Q', 'S', 'p', 'X'])

/** Puts the bytes that a client sends together to whole requests, however they are cut into packets. Knows no TLS. */
export function postgresRequests(): (packet: Buffer) => PostgresRequest[] {
  let unread = Buffer.alloc(0)
  let read = 0
  let isOpening = true

  function nextRequest(): PostgresRequest | undefined {
    for (;;) {
      // The first message of a connection has a length, but no type.
      const typeLength = isOpening ? 0 : 1
      if (unread.length < read + typeLength + 4) return undefined
      const end = read + typeLength + unread.readInt32BE(read + typeLength)
      if (unread.length < end) return undefined
      const type = String.fromCharCode(unread[read] as number)
      read = end
      if (!isOpening && !lastMessages.has(type)) continue
      const request = { isOpening, bytes: unread.subarray(0, end) }
      unread = unread.subarray(end)
      read = 0
      isOpening = false
      return request
    }
  }

  return (packet) => {
    unread = Buffer.concat([unread, packet])
    const requests: PostgresRequest[] = []
    for (let next = nextRequest(); next !== undefined; next = nextRequest()) requests.push(next)
    return requests
  }
}
