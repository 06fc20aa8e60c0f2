import fc from 'fast-check'
import { expect, it } from 'vitest'
import { context, engineWith, request } from '../ports.js'

/** Commits versions of one quote, and returns how many there are. */
function createWriter() {
  const engine = engineWith()
  let versions = 0
  const write = async (count: number) => {
    for (let written = 0; written < count; written += 1) {
      if (versions === 0) await engine.createQuote(context, request)
      else await engine.updateQuote(context, 'quote-1', { tag_list: [`${versions}`] })
      versions += 1
    }
    return versions
  }
  return { engine, write }
}

it.each(['listHistory', 'listEvents'] as const)(
  '%s visits every item once and in order, whatever is committed in between',
  async (method) => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 13 }),
      fc.nat({ max: 12 }),
      fc.array(fc.nat({ max: 2 }), { maxLength: 8 }),
      async (existing, limit, after, commits) => {
        const { engine, write } = createWriter()
        await write(existing)
        const result =
          method === 'listEvents'
            ? engine.listEvents(context, { after, limit })
            : engine.listHistory(context, 'quote-1', { after, limit })
        const pending = [...commits]
        const visited: number[] = []
        let total = existing
        for await (const item of result) {
          visited.push('position' in item ? item.position : item.version)
          total = await write(pending.shift() ?? 0)
        }
        const last = visited.at(-1) ?? after
        expect(visited).toEqual(visited.map((_, index) => after + index + 1))
        expect(last).toBeGreaterThanOrEqual(Math.max(existing, after))
        expect(last).toBeLessThanOrEqual(Math.max(total, after))
        const rest = await engine.listEvents(context, { after: last })
        expect(rest.items).toHaveLength(Math.max(total - last, 0))
      },
    )
    await fc.assert(property)
  },
)
