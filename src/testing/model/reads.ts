import type { Arbitrary } from 'fast-check'
import type { FastCheck } from '../arbitraries/fast-check.js'
import { command, keys, quoteIds, type StorageCommand, storeNumbers, storeOf } from './command.js'
import {
  expectEvents,
  expectHistory,
  expectIdempotencyRecord,
  expectRecord,
  pageLengths,
} from './expectations.js'

export function loads(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), quoteIds(fc))
    .map(([number, quoteId]) =>
      command(`load ${quoteId} of store ${number}`, (model, { storage }) =>
        expectRecord(storage, storeOf(model, number), quoteId),
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
    .tuple(storeNumbers(fc), quoteIds(fc), pages(fc))
    .map(([number, quoteId, { after, limit, maxBytes }]) =>
      command(
        `list ${limit} of the history of ${quoteId} of store ${number} after ${after}`,
        (model, { storage }) => {
          const range = { afterVersion: after, limit, maxBytes }
          return expectHistory(storage, storeOf(model, number), quoteId, range)
        },
      ),
    )
}

export function eventPages(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), pages(fc))
    .map(([number, { after, limit, maxBytes }]) =>
      command(`list ${limit} events of store ${number} after ${after}`, (model, { storage }) =>
        expectEvents(storage, storeOf(model, number), { afterPosition: after, limit, maxBytes }),
      ),
    )
}

export function keyLookups(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), keys(fc))
    .map(([number, key]) =>
      command(`find key ${JSON.stringify(key)} of store ${number}`, (model, { storage }) =>
        expectIdempotencyRecord(storage, storeOf(model, number), key, model.now),
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
