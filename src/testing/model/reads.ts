import type { Arbitrary } from 'fast-check'
import type { FastCheck } from '../arbitraries/fast-check.js'
import { command, getStore, keys, refs, type StorageCommand, storeNumbers } from './command.js'
import {
  expectEvents,
  expectHistory,
  expectIdempotencyRecord,
  expectRecords,
  pageLengths,
} from './expectations.js'

export function loads(fc: FastCheck): Arbitrary<StorageCommand> {
  const distinctRefs = fc.uniqueArray(refs(fc), {
    selector: ({ kind, id }) => `${kind} ${id}`,
    minLength: 1,
    maxLength: 4,
  })
  return fc
    .tuple(storeNumbers(fc), distinctRefs)
    .map(([number, wanted]) =>
      command(`load ${JSON.stringify(wanted)} of store ${number}`, (model, { storage }) =>
        expectRecords(storage, getStore(model, number), wanted),
      ),
    )
}

/** Pages of a history or of events, starting before, within and after its items. */
const pages = (fc: FastCheck) =>
  fc.record({
    after: fc.nat(4),
    limit: fc.integer({ min: 1, max: 3 }),
    maxBytes: fc.constantFrom(...pageLengths),
  })

export function historyPages(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), refs(fc), pages(fc))
    .map(([number, ref, { after, limit, maxBytes }]) =>
      command(
        `list ${limit} of the history of ${ref.kind} ${ref.id} of store ${number} after ${after}`,
        (model, { storage }) => {
          const range = { afterVersion: after, limit, maxBytes }
          return expectHistory(storage, getStore(model, number), ref, range)
        },
      ),
    )
}

export function eventPages(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), pages(fc))
    .map(([number, { after, limit, maxBytes }]) =>
      command(`list ${limit} events of store ${number} after ${after}`, (model, { storage }) =>
        expectEvents(storage, getStore(model, number), { afterPosition: after, limit, maxBytes }),
      ),
    )
}

export function keyLookups(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), keys(fc))
    .map(([number, key]) =>
      command(`find key ${JSON.stringify(key)} of store ${number}`, (model, { storage }) =>
        expectIdempotencyRecord(storage, getStore(model, number), key, model.now),
      ),
    )
}

/** Continues with another storage over the same data. */
export function reopens(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc.constant(
    command('reopen', async (_model, real) => {
      real.storage = await real.reopen()
    }),
  )
}
