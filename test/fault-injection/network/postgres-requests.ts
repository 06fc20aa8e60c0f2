/**
 * The messages that a PostgreSQL client sends before it waits: a startup message or a statement.
 */
export interface PostgresRequest {
  readonly isStartup: boolean
  readonly bytes: Buffer
}

/** Types of the messages that end a request: Query, Sync, Password and Terminate. */
const finalMessages = new Set(['Q', 'S', 'p', 'X'])

/** Returns a function that assembles packets into complete requests. Does not support TLS. */
export function postgresRequests(): (packet: Buffer) => PostgresRequest[] {
  let unread = Buffer.alloc(0)
  let read = 0
  let isStartup = true

  function nextRequest(): PostgresRequest | undefined {
    for (;;) {
      // The startup message has a length, but no type.
      const typeLength = isStartup ? 0 : 1
      if (unread.length < read + typeLength + 4) return undefined
      const end = read + typeLength + unread.readInt32BE(read + typeLength)
      if (unread.length < end) return undefined
      const type = String.fromCharCode(unread[read] as number)
      read = end
      if (!isStartup && !finalMessages.has(type)) continue
      const request = { isStartup, bytes: unread.subarray(0, end) }
      unread = unread.subarray(end)
      read = 0
      isStartup = false
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
