import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

const inOrder = 'load returns several records of different kinds in the order of the references'
const missing = 'load returns undefined in the place of each record that the store does not have'
const kindsApart =
  'load, commit and listHistory keep records of different kinds with one id separate'
const exactKinds = 'load and commit compare kinds exactly (case, spaces, separators)'

export const brokenLoads: readonly BrokenStorage[] = [
  {
    defect: 'loads records in the order of their ids',
    make: ({ load }) => ({
      load: (storeId, refs) =>
        load(
          storeId,
          refs.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
        ),
    }),
    fails: [inOrder, 'load returns a hundred records in one call'],
  },
  {
    defect: 'omits missing records from load',
    make: ({ load }) => ({
      load: async (storeId, refs) =>
        (await load(storeId, refs)).filter((record) => record !== undefined),
    }),
    fails: [missing],
  },
  {
    defect: 'loads at most fifty records',
    make: ({ load }) => ({ load: (storeId, refs) => load(storeId, refs.slice(0, 50)) }),
    fails: ['load returns a hundred records in one call'],
  },
  {
    defect: 'ignores the kind of records',
    make: () => plainStorage({ recordKey: (storeId, id) => JSON.stringify([storeId, id]) }),
    fails: [kindsApart],
  },
  {
    defect: 'ignores case in kinds',
    make: () =>
      plainStorage({
        recordKey: (storeId, id, kind) => JSON.stringify([storeId, kind.toLowerCase(), id]),
      }),
    fails: [exactKinds],
  },
  {
    defect: 'joins kind and id with a colon',
    make: () => plainStorage({ recordKey: (storeId, id, kind) => `${storeId}\0${kind}:${id}` }),
    fails: [exactKinds],
  },
]
