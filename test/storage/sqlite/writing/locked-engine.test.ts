import { describe, expect, it, vi } from 'vitest'
import { tagsRef } from '../../../../src/features/tags/tags.js'
import { catalog, context, engineWith, errorOf, request } from '../../../engine/ports.js'
import { sqliteDrivers } from '../drivers.js'
import { useLockableDatabase } from './lockable-database.js'

for (const { name, missing, open } of sqliteDrivers) {
  describe.skipIf(missing !== undefined)(
    `sqliteStorage under an engine on ${name} (${missing ?? 'here'})`,
    () => {
      const { lock, unlock, observedStorage, countAttempts } = useLockableDatabase(open)

      it('createQuote rejects with timeout while the lock is held, and nothing is written later', async () => {
        const { storage, storedIds } = observedStorage()
        const engine = engineWith({ storage, catalog, timeoutMs: 700 })
        const scheduled = countAttempts()
        lock()
        const error = errorOf(() => engine.createQuote(context, request))
        await vi.advanceTimersByTimeAsync(700)
        expect(await error).toMatchObject({ code: 'timeout', details: { operation: 'commit' } })
        unlock()
        await vi.advanceTimersByTimeAsync(5_000)
        expect(await storedIds()).toEqual([])
        expect(scheduled()).toBe(0)
      })

      it('every operation of an engine that writes waits for the lock', async () => {
        const { storage } = observedStorage()
        const engine = engineWith({ storage, catalog })
        const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
        const created = Promise.all([
          engine.createQuote(context, request),
          engine.setTag(context, 'x', colors),
        ])
        await vi.advanceTimersByTimeAsync(0)
        const [{ quoteId }] = await created
        lock()
        const withKey = { idempotencyKey: 'key-1' }
        const results = Promise.all([
          engine.createQuote(context, request),
          engine.updateQuote(context, quoteId, {}, withKey),
          engine.setTag(context, 'y', colors),
          engine.removeTag(context, 'x'),
        ])
        await vi.advanceTimersByTimeAsync(1_000)
        unlock()
        await vi.advanceTimersByTimeAsync(50)
        const [second, updated, tag] = await results
        expect([second.version, updated.version, tag.value]).toEqual([1, 1, 'y'])
        expect(await storage.findIdempotencyRecord('store-1', 'key-1')).toBeDefined()
        expect(await storage.load('store-1', [tagsRef])).toMatchObject([
          { value: [{ value: 'y' }] },
        ])
      })
    },
  )
}
