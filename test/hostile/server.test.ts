import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { runSize } from '../fault-injection/support/run-size.js'
import { startSampleServer } from './sample-server.js'
import { attack, type Outcome, perform, type Target } from './traffic.js'

const attacks = runSize('HOSTILE_ATTACKS', 150)
/** For a run by the clock, such as an hour: 3600. */
const seconds = Number(process.env.HOSTILE_SECONDS ?? 0)
const seed = inject('seed')
const callers = 4

describe('the sample server', () => {
  it(
    'survives hostile calls of the API, the desk, the customer’s page and PDF files',
    async () => {
      const { page, child, ended } = await startSampleServer()
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(page)?.[0] ?? ''
      const links = [...page.matchAll(/http:\/\/[\d.:]+(\/quote\/\S+)/g)].map(
        ([, path = '']) => path,
      )
      const target: Target = { address, quotes: [], links }
      await perform({ type: 'page', path: '/desk' }, target)
      let hasEnded = false
      ended.then(() => {
        hasEnded = true
      })

      const end = Date.now() + seconds * 1_000
      const counts = new Map<number | string, number>()
      const broken: Outcome[] = []
      let round = 0
      do {
        const list = fc.sample(attack, { seed: seed + round, numRuns: attacks })
        round += 1
        const one = async () => {
          for (let next = list.shift(); next !== undefined && !hasEnded; next = list.shift())
            for (const outcome of await perform(next, target)) {
              const { status } = outcome
              counts.set(status, (counts.get(status) ?? 0) + 1)
              // 503 is the response of a port that timed out, and of a file that cannot be made.
              if (typeof status === 'number' && status >= 500 && status !== 503)
                broken.push(outcome)
            }
        }
        await Promise.all(Array.from({ length: callers }, one))
      } while (Date.now() < end && !hasEnded && broken.length < 20)

      console.log(`${attacks * round} attacks, FC_SEED=${seed}:`, Object.fromEntries(counts))
      expect(hasEnded ? await ended : undefined, `FC_SEED=${seed}`).toBeUndefined()
      expect(broken, `FC_SEED=${seed}`).toEqual([])
      expect(counts.get(200) ?? 0).toBeGreaterThan(attacks / 10)
      expect(target.links.length).toBeGreaterThan(0)
      expect(child.kill('SIGTERM')).toBe(true)
      expect(await ended).toMatchObject({ code: 0 })
    },
    900_000 + seconds * 1_000,
  )
})
