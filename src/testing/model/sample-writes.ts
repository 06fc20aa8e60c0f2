import type { Arbitrary } from 'fast-check'
import type { RecordChange } from '../../record/commit.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { FastCheck } from '../arbitraries/fast-check.js'
import {
  createSample,
  deleteSample,
  eraseSample,
  restoreSample,
  type Sample,
  type SampleValue,
  updateSample,
} from '../sample-records.js'
import { command, getStore, type StorageCommand, samples } from './command.js'
import { getVersions, type ModelStore, type StorageModel } from './model-state.js'
import { sampleTerms, sampleWords, times } from './searches.js'
import { baseVersions, commitOnce, writeOptions } from './writes.js'

const actions = ['update', 'update', 'update', 'update', 'delete', 'restore', 'erase'] as const

/** A change of a record that is not a quote. */
interface SampleWrite {
  readonly ref: RecordRef
  readonly base: (typeof baseVersions)[number]
  readonly action: (typeof actions)[number]
  readonly fields: Sample
}

/** Fields of a sample. An update without a field leaves it as it is. */
function sampleFields(fc: FastCheck): Arbitrary<Sample> {
  const shape = {
    created: times(fc),
    expires: fc.option(times(fc), { nil: undefined }),
    terms: fc.uniqueArray(fc.constantFrom(...sampleTerms), { maxLength: 4 }),
    words: fc.uniqueArray(fc.constantFrom(...sampleWords), { maxLength: 4 }),
    isFindable: fc.constantFrom(true, true, true, false),
  }
  return fc.record(shape, { requiredKeys: [] })
}

/** Commits one to four changes of different records, all or nothing. */
export function sampleCommits(fc: FastCheck): Arbitrary<StorageCommand> {
  const write = fc.record({
    ref: samples(fc),
    base: fc.constantFrom(...baseVersions),
    action: fc.constantFrom(...actions),
    fields: sampleFields(fc),
  })
  const several = fc.uniqueArray(write, {
    selector: ({ ref }) => `${ref.kind} ${ref.id}`,
    minLength: 1,
    maxLength: 4,
  })
  return fc.record({ ...writeOptions(fc), writes: several }).map(({ writes, ...options }) =>
    command(`commit ${JSON.stringify({ ...options, writes })}`, (model, { storage }) => {
      const store = getStore(model, options.store)
      const changes = writes.map((each) => sampleChange(store, each, model))
      return commitOnce(storage, model, options, { changes })
    }),
  )
}

function sampleChange(
  store: ModelStore,
  { ref, base, action, fields }: SampleWrite,
  { now }: StorageModel,
): RecordChange {
  const creation = createSample(ref.id, { kind: ref.kind, now, ...fields })
  const versions = getVersions(store, ref) as readonly StoredRecord<SampleValue | null>[]
  const current = versions.at(-1)
  if (base === 'none' || (base === 'current' && current === undefined)) return creation
  const from = (base === 'first' ? versions[0] : current) ?? creation.record
  if (!hasValue(from)) return creation
  if (base === 'future') return apply(action, updateSample(from, { now }).record, fields, now)
  return apply(action, from, fields, now)
}

function apply(
  action: SampleWrite['action'],
  record: StoredRecord<SampleValue>,
  fields: Sample,
  now: number,
): RecordChange {
  if (action === 'delete') return deleteSample(record)
  if (action === 'restore') return restoreSample(record)
  if (action === 'erase') return eraseSample(record)
  return updateSample(record, { now, ...fields })
}

function hasValue(record: StoredRecord<SampleValue | null>): record is StoredRecord<SampleValue> {
  return record.value !== null
}
