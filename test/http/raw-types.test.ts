import type { IncomingMessage } from 'node:http'
import type pg from 'pg'
import { expect, expectTypeOf, it } from 'vitest'
import { createCustomerPage } from '../../src/customer-page/index.js'
import { type AuthenticateUser, createDesk, type DeskUser } from '../../src/desk/index.js'
import { type Authenticate, createHttpApp } from '../../src/http/index.js'
import {
  type CatalogCallOptions,
  type CatalogPort,
  createQuoteEngine,
  type FieldTypes,
  memoryCatalog,
  memoryStorage,
  type Permit,
  type PortCallOptions,
  type StoreContext,
} from '../../src/index.js'
import { createMcpApp } from '../../src/mcp/index.js'

const storage = memoryStorage()
const catalog = memoryCatalog({})
const engine = createQuoteEngine({ storage, catalog })
const secrets = ['s'.repeat(32)]

/** The request of Express, with what a middleware has set. */
interface SignedIn extends IncomingMessage {
  readonly user: DeskUser & { readonly tenant: string }
}
interface ShopContext extends StoreContext {
  readonly tenant?: string
}

/** None of these is called: the types are checked. */
const checks = {
  annotated() {
    const authenticate = ({ raw }: { raw: SignedIn }) => raw.user
    const rateLimit = ({ tenant }: ShopContext) => (tenant === undefined ? 0 : 1)
    createHttpApp({ engine, authenticate, rateLimit })
    createMcpApp({ engine, authenticate, rateLimit })
    createDesk({ engine, secrets, authenticate })
    createCustomerPage({
      engine,
      secrets,
      actor: (_, __, { raw }: { raw: SignedIn }) => raw.user.tenant,
    })
    const named: Authenticate<SignedIn> = ({ raw, token }) => (token === '' ? null : raw.user)
    const ofDesk: AuthenticateUser<SignedIn> = ({ raw }) => raw.user
    createHttpApp({ engine, authenticate: named })
    createDesk({ engine, secrets, authenticate: ofDesk })
  },
  inferred() {
    createHttpApp({
      engine,
      authenticate({ raw, client }) {
        expectTypeOf(raw).toEqualTypeOf<unknown>()
        return { storeId: client }
      },
    })
    createDesk({
      engine,
      secrets,
      authenticate({ raw, request }) {
        expectTypeOf(raw).toEqualTypeOf<unknown>()
        expectTypeOf(request).toEqualTypeOf<Request>()
        return null
      },
    })
  },
  rejected() {
    // @ts-expect-error: it returns no context
    createHttpApp({ engine, authenticate: ({ raw }: { raw: SignedIn }) => raw.url })
    // @ts-expect-error: credentials have no such field
    createDesk({ engine, secrets, authenticate: ({ row }) => row })
    // @ts-expect-error: credentials have no such field
    createMcpApp({ engine, authenticate: ({ session }: { session: DeskUser }) => session })
    // @ts-expect-error: an actor is a string
    createCustomerPage({ engine, secrets, actor: (_, __, { raw }: { raw: SignedIn }) => raw.user })
  },
  clients() {
    const priced: CatalogPort<pg.PoolClient> = {
      async findProducts(_storeId, _ids, call) {
        expectTypeOf(call?.client).toEqualTypeOf<pg.PoolClient | undefined>()
        return []
      },
    }
    const permit: Permit<FieldTypes, pg.PoolClient> = (_, __, ___, ____, { client }) => {
      expectTypeOf(client).toEqualTypeOf<pg.PoolClient | undefined>()
      return true
    }
    createQuoteEngine({ storage, catalog: priced, permit })
    createQuoteEngine({
      storage,
      catalog: {
        findProducts: (_, __, call?: CatalogCallOptions<pg.PoolClient>) => [call] as never,
      },
      permit: (context: ShopContext, _, __, ___, call: PortCallOptions<pg.PoolClient>) =>
        call.client !== undefined || context.tenant !== undefined || 'only in a transaction',
    })
    createQuoteEngine({
      storage,
      catalog: {
        findProducts(_, __, call) {
          expectTypeOf(call?.client).toEqualTypeOf<unknown>()
          return []
        },
      },
    })
  },
}

it('authenticate, rateLimit, actor and ports take the types of the host', () => {
  expect(Object.keys(checks)).toHaveLength(4)
})
