import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CatalogPort } from '../../src/ports/catalog.js'
import type { UpdateCustomerRequest } from '../../src/quote/customer/customer.js'
import { catalog, context, request } from './ports.js'

/** Creates an engine of modules that are freshly imported, so that no state has been needed yet. */
async function freshEngine() {
  const { engineWith } = await import('./ports.js')
  return engineWith()
}

type Engine = Awaited<ReturnType<typeof freshEngine>>

/** Calls that resolve a state of a customer, and return the customer. */
const calls: Record<string, (engine: Engine, state: string) => Promise<UpdateCustomerRequest>> = {
  async createQuote(engine, state) {
    const { quote } = await engine.createQuote(context, { ...request, customer: { state } })
    return quote.customer
  },
  async 'a preview of createQuote'(engine, state) {
    const options = { preview: true }
    const { quote } = await engine.createQuote(
      context,
      { ...request, customer: { state } },
      options,
    )
    return quote.customer
  },
  async updateQuote(engine, state) {
    const { quoteId } = await engine.createQuote(context, request)
    const { quote } = await engine.updateQuote(context, quoteId, { customer: { state } })
    return quote.customer
  },
  async 'createQuoteFromTemplate with a state'(engine, state) {
    const { products } = request
    const { templateId } = await engine.createTemplate(context, { name: 'A', products })
    const changes = { customer: { state } }
    const { quote } = await engine.createQuoteFromTemplate(context, templateId, changes)
    return quote.customer
  },
  async 'createQuoteFromTemplate of a template with a state'(engine, state) {
    const { products } = request
    const template = { name: 'A', products, customer: { state } }
    const { templateId } = await engine.createTemplate(context, template)
    const { quote } = await engine.createQuoteFromTemplate(context, templateId)
    return quote.customer
  },
}

describe('the first state of a process', () => {
  beforeEach(() => {
    vi.resetModules()
  })

  it.each(Object.entries(calls))('is resolved by %s', async (_, call) => {
    expect((await call(await freshEngine(), 'CA')).state).toBe('California')
  })

  it('is resolved for a catalog that depends on the customer', async () => {
    const { engineWith } = await import('./ports.js')
    const states: unknown[] = []
    const byCustomer: CatalogPort = {
      findProducts(storeId, ids, call) {
        states.push(call?.customer?.state)
        return catalog.findProducts(storeId, ids, call)
      },
    }
    const engine = engineWith({ catalog: byCustomer })
    await engine.createQuote(context, { ...request, customer: { state: 'CA' } })
    expect(states).toEqual(['California'])
  })

  it('loads the names of states, and a customer without one does not', async () => {
    const { loadRegions, loadedRegions } = await import('../../src/quote/regions/resolve-state.js')
    const engine = await freshEngine()
    await engine.createQuote(context, request)
    expect(() => loadedRegions('US', 'CA')).toThrow('must be loaded')
    await loadRegions(loadedRegions, { state: 'CA' })
    expect(loadedRegions('US', 'CA')).toBe('California')
    expect(loadRegions(loadedRegions, { state: 'NY' })).toBeUndefined()
  })

  it('loads nothing for an engine with its own resolveRegion', async () => {
    const { engineWith } = await import('./ports.js')
    const { loadedRegions } = await import('../../src/quote/regions/resolve-state.js')
    const engine = engineWith({ resolveRegion: (country, code) => `${code} of ${country}` })
    expect((await calls.createQuote?.(engine, 'CA'))?.state).toBe('CA of US')
    expect(() => loadedRegions('US', 'CA')).toThrow('must be loaded')
  })
})
