import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { StoragePort } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { describeOnEveryStorage } from '../../storage/every-storage.js'
import { expectStoredLives } from './expect-stored.js'
import type { Variant } from './reference.js'
import { commandOf } from './run-step.js'
import { steps } from './steps.js'
import { plainVariant, realWith, start } from './world.js'

const runs = fc.readConfigureGlobal().numRuns ?? 100
let stores = 0

/** Makes random calls, each of which must do what the reference says. */
async function expectLives(storage: StoragePort, variant: Variant, share: number): Promise<void> {
  const own = new Set(
    variant.ownRows.filter(([name]) => name === 'updateQuote').map(([, , to]) => to),
  )
  const commands = fc.commands(
    steps([...own]).map((each) => each.map(commandOf)),
    { maxCommands: 25, size: 'max' },
  )
  const property = fc.asyncProperty(commands, fc.constantFrom(0, 1, 9), async (each, cacheSize) => {
    stores += 1
    const real = realWith(storage, variant, cacheSize)
    const model = await start(real, variant, `lives-${stores}`)
    await fc.asyncModelRun(() => ({ model, real }), each)
    await expectStoredLives(model, real)
  })
  await fc.assert(property, { numRuns: Math.ceil(runs * share) })
}

describeOnEveryStorage('the life of quotes', (opened) => {
  it('is as the table says, whatever is called', async () => {
    const { storage, share } = opened()
    // Each run makes some hundred calls.
    await expectLives(storage, plainVariant, share === 1 ? 1 : share / 2)
  })
})

const ownStatuses: Partial<Variant> = {
  ownRows: [
    ['updateQuote', 'new draft', 'checking', 'seller'],
    ['sendQuote', 'checking', 'sent', 'seller'],
    ['updateQuote', 'sent', 'negotiating', 'buyer seller'],
    ['acceptQuote', 'negotiating', 'accepted', 'buyer'],
    ['cancelQuote', 'checking negotiating', 'canceled', 'seller'],
    ['reviseQuote', 'negotiating', 'draft', 'seller'],
    ['updateQuote', 'ordered', 'shipped', 'seller system'],
  ],
  editable: ['checking'],
}

describe('the life of quotes', () => {
  it.each<[string, Partial<Variant>]>([
    ['reviseOnUpdate', { reviseOnUpdate: true }],
    ['allowLateAcceptance', { allowLateAcceptance: true }],
    ['lifecycle', ownStatuses],
    [
      'lifecycle, reviseOnUpdate and allowLateAcceptance',
      { ...ownStatuses, reviseOnUpdate: true, allowLateAcceptance: true },
    ],
  ])('is as the table says with the option %s', async (_, variant) => {
    await expectLives(memoryStorage(), { ...plainVariant, ...variant }, 0.5)
  })
})
