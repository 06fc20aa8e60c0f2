import { createInMemory } from './create-in-memory.mjs'
import { createInSqlite } from './create-in-sqlite.mjs'
import { measure } from './measure.mjs'

const rounds = Number(process.env.BENCH_ROUNDS ?? 41)

for (const scenario of [createInMemory, createInSqlite]) {
  const prepared = await scenario()
  const { ours, theirs, ratio } = await measure(prepared, rounds)
  const verdict = ratio <= prepared.target ? 'hit' : 'miss'
  console.log(prepared.name)
  console.log(`  against ${prepared.limit}`)
  console.log(`  ${ours.toFixed(1)} µs to ${theirs.toFixed(1)} µs`)
  console.log(`  ratio ${ratio.toFixed(2)}, target ≤ ${prepared.target}: ${verdict}`)
}
