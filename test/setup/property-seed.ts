import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    seed: number
    runs: number
  }
}

/**
 * Sets the seed and the number of runs of all property tests, and prints them. To repeat a run:
 * `FC_SEED=… npm run test:property`.
 */
export function setup(project: TestProject): void {
  const seed = Number(process.env.FC_SEED ?? (Math.random() * 2 ** 32) | 0)
  const runs = Number(process.env.FC_NUM_RUNS ?? (project.vite.config.mode === 'all' ? 100 : 40))
  project.provide('seed', seed)
  project.provide('runs', runs)
  console.log(`properties: FC_SEED=${seed} FC_NUM_RUNS=${runs}`)
}
