import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the provider reports to the webhook of the shop. */
export interface ProviderNotice {
  readonly id: string
  readonly quoteId: string
  readonly amount: string
  readonly currency: string
}

interface Session extends ProviderNotice {
  readonly returnUrl: string
}

/** A payment provider with pages of its own, which signs what it reports. */
export interface LocalProvider {
  readonly origin: string
  /** Sessions by their idempotency keys. */
  readonly sessions: ReadonlyMap<string, Session>
  /** Starts a session, or finds the one of this key. Returns the address of its page. */
  start(key: string, session: Omit<Session, 'id'>): string
  close(): Promise<void>
}

const secret = 'the secret of the webhook'

const sign = (body: string) => createHmac('sha256', secret).update(body).digest('hex')

/** Returns the notice of a webhook. Throws if its signature is another one. */
export function readNotice(body: string, signature: string): ProviderNotice {
  const [expected, received] = [sign(body), signature].map((each) => Buffer.from(each))
  if (
    expected?.length !== received?.length ||
    !timingSafeEqual(expected as Buffer, received as Buffer)
  )
    throw new Error('the signature of the webhook is wrong')
  return JSON.parse(body)
}

/** Starts a provider. It reports each payment twice, as providers do, before it leads back. */
export async function startProvider(
  notify: (body: string, signature: string) => Promise<unknown>,
): Promise<LocalProvider> {
  const sessions = new Map<string, Session>()
  const server = createServer(async (request, response) => {
    const [, key = ''] = request.url?.split('/') ?? []
    const session = sessions.get(decodeURIComponent(key))
    if (session === undefined) {
      response.writeHead(404).end()
      return
    }
    if (request.method === 'POST') {
      const { returnUrl, ...notice } = session
      const body = JSON.stringify(notice)
      await Promise.all([notify(body, sign(body)), notify(body, sign(body))])
      response.writeHead(303, { location: returnUrl }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      `<title>Pay</title><form method="post"><button>Pay ${session.amount}</button></form>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    sessions,
    start(key, session) {
      if (!sessions.has(key)) sessions.set(key, { id: randomUUID(), ...session })
      return `${origin}/${encodeURIComponent(key)}`
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
