import fc from 'fast-check'

fc.configureGlobal({
  seed: Number(process.env.FC_SEED ?? 1),
  numRuns: Number(process.env.FC_NUM_RUNS ?? 20),
})
