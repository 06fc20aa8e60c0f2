import { describe, expect, it } from 'vitest'
import { latestPosition } from '../../../src/desk/activity/activity-page.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { sampleEngine, seller } from '../sample-desk.js'

/** An engine that counts how often its events are listed. */
function countingEngine() {
  const engine = sampleEngine()
  const calls = { count: 0 }
  const counting: QuoteEngine = {
    ...engine,
    listEvents(...args) {
      calls.count += 1
      return engine.listEvents(...args)
    },
  }
  return { engine: counting, calls }
}

function addEvent(engine: QuoteEngine, number: number) {
  return engine.setUser(seller, 'u1', { name: `U ${number}`, email: '@', position: 'editor' })
}

describe('latestPosition', () => {
  it('is that of the latest event, however many there are', async () => {
    const { engine } = countingEngine()
    expect(await latestPosition(engine, seller)).toBe(0)
    for (let number = 1; number <= 70; number += 1) {
      await addEvent(engine, number)
      expect(await latestPosition(engine, seller)).toBe(number)
      // Another engine remembers nothing.
      expect(await latestPosition({ ...engine }, seller)).toBe(number)
    }
  })

  it('reads two events if nothing happened since', async () => {
    const { engine, calls } = countingEngine()
    for (let number = 1; number <= 40; number += 1) await addEvent(engine, number)
    await latestPosition(engine, seller)
    calls.count = 0
    await latestPosition(engine, seller)
    expect(calls.count).toBe(2)
  })

  it('begins again if the events were replaced by fewer', async () => {
    const { engine } = countingEngine()
    for (let number = 1; number <= 40; number += 1) await addEvent(engine, number)
    expect(await latestPosition(engine, seller)).toBe(40)
    const emptied = sampleEngine()
    await addEvent(emptied, 1)
    engine.listEvents = emptied.listEvents
    expect(await latestPosition(engine, seller)).toBe(1)
  })
})
