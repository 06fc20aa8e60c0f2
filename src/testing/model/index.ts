import { randomUUID } from 'node:crypto'
import type { CommandsContraints, IAsyncPropertyWithHooks } from 'fast-check'
import type { MaybePromise } from '../../ports/storage.js'
import { assertFastCheck, type FastCheck } from '../arbitraries/options.js'
import type { StorageFixture } from '../storage-suite/fixture.js'
import type { RealStorage } from './command.js'
import { createModel, expectStored } from './model-state.js'
import {
  countCommands,
  eventPages,
  findCommands,
  historyPages,
  keyLookups,
  loadCommands,
  reopenCommands,
} from './reads.js'
import {
  commitCommands,
  manyCommits,
  noopRequests,
  sampleCommits,
  statusChangeCommits,
} from './writes.js'

/**
 * Returns a fast-check property: after any sequence of commands, the storage returns and contains
 * the same as a plain model of the contract. `storageSuite` tests what the model does not:
 * concurrent writers, and ids and strings that are hard to store.
 *
 * @param fc Your copy of fast-check.
 * @param createFixture Called for every run. Each run uses two new stores, so fixtures may share
 * one database.
 * @param constraints `maxCommands` per run, 20 by default, and `replayPath` to repeat a
 * counterexample.
 *
 * @example
 * import fc from 'fast-check'
 * await fc.assert(storageModel(fc, () => ({ storage, reopen: () => myStorage(database) })))
 */
export function storageModel(
  fc: FastCheck,
  createFixture: () => MaybePromise<StorageFixture>,
  constraints: CommandsContraints = {},
): IAsyncPropertyWithHooks<[commands: Iterable<object>]> {
  assertFastCheck(fc)
  const kinds = [
    commitCommands,
    commitCommands,
    commitCommands,
    commitCommands,
    sampleCommits,
    sampleCommits,
    sampleCommits,
    sampleCommits,
    sampleCommits,
    statusChangeCommits,
    statusChangeCommits,
    statusChangeCommits,
    statusChangeCommits,
    manyCommits,
    noopRequests,
    keyLookups,
    loadCommands,
    historyPages,
    eventPages,
    findCommands,
    findCommands,
    findCommands,
    countCommands,
    reopenCommands,
  ].map((arbitrary) => arbitrary(fc))
  const commands = fc.commands(kinds, { maxCommands: 20, size: 'max', ...constraints })

  return fc.asyncProperty(commands, async (each) => {
    const fixture = await createFixture()
    try {
      const { storage, reopen } = fixture
      const id = randomUUID()
      const model = createModel([`store-${id}`, `STORE-${id}`])
      const real: RealStorage = { storage, reopen }
      await fc.asyncModelRun(() => ({ model, real }), each)
      await expectStored(real.storage, model)
    } finally {
      await fixture.dispose?.()
    }
  })
}
