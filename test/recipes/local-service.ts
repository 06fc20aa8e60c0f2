import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request that a service has received. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** What a service responds. */
export interface ServiceResponse {
  readonly status?: number
  /** JSON, or a string that is sent as it is. */
  readonly body: unknown
}

export type Respond = (request: ReceivedRequest) => ServiceResponse

/** A service of a test: it runs until the test ends. */
export interface LocalService {
  readonly baseUrl: string
  readonly requests: readonly ReceivedRequest[]
  /** Leaves all further requests without a response. */
  stall(): void
}

/** Starts a service on a free port of this machine. */
export async function startService(respond: Respond): Promise<LocalService> {
  const requests: ReceivedRequest[] = []
  let isStalled = false
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const request = {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '', 'http://127.0.0.1'),
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    }
    requests.push(request)
    if (isStalled) return
    const { status = 200, body } = respond(request)
    outgoing.writeHead(status, { 'content-type': 'application/json' })
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const stall = () => {
    isStalled = true
  }
  return { baseUrl: `http://127.0.0.1:${port}`, requests, stall }
}
