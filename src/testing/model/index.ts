import { randomUUID } from 'node:crypto'
import type { CommandsContraints, IAsyncPropertyWithHooks } from 'fast-check'
import type { MaybePromise } from '../../ports/storage.js'
import type { FastCheck } from '../arbitraries/fast-check.js'
import type { StorageFixture } from '../storage-suite/fixture.js'
import type { RealStorage } from './command.js'
import { expectStored } from './expectations.js'
import { emptyModel } from './model-state.js'
import { eventPages, historyPages, keyLookups, loads, reopens } from './reads.js'
import { removedTags, setTags, tagLists } from './tags.js'
import { commits, manyCommits, noopRequests } from './writes.js'

/**
 * A property, made with your copy of fast-check: whatever commands come in whatever order, one at a time, the storage answers as a plain
 * model of the contract does, and keeps what the model keeps. `storageSuite` has the writers who come at once, and the ids and texts
 * that are hard to keep.
 *
 * @param createFixture Called for every run. Each run has two stores that nobody used before, so fixtures may share one database.
 * @param constraints How many commands there are in a run, up to 20 by default; and `replayPath` for a counterexample's own path.
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
  const kinds = [
    commits,
    commits,
    commits,
    commits,
    commits,
    manyCommits,
    noopRequests,
    keyLookups,
    loads,
    historyPages,
    eventPages,
    setTags,
    setTags,
    removedTags,
    tagLists,
    reopens,
  ].map((arbitrary) => arbitrary(fc))
  const commands = fc.commands(kinds, { maxCommands: 20, size: 'max', ...constraints })

  return fc.asyncProperty(commands, async (each) => {
    const fixture = await createFixture()
    try {
      const { storage, reopen } = fixture
      const id = randomUUID()
      const model = emptyModel([`store-${id}`, `STORE-${id}`])
      const inUse: RealStorage = { storage, reopen }
      await fc.asyncModelRun(() => ({ model, real: inUse }), each)
      await expectStored(inUse.storage, model)
    } finally {
      await fixture.dispose?.()
    }
  })
}
