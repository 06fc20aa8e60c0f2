import * as z from 'zod'
import type { RecordRef } from '../record/record.js'
import { isPlainObject } from '../validation/json-value.js'
import { withReceived } from '../validation/schemas/scalars.js'

/**
 * A feature of the host, as the option `features` takes it: made by `defineFeature`. It has a
 * record for each quote, or one for each store, and operations that change it.
 */
export interface EngineFeature {
  /** The name of the feature, under which `engine.features` has its methods. */
  readonly name: string
  /** What has a record of the feature: each quote, or the store. */
  readonly of: 'quote' | 'store'
  /** The kind of its records in events, such as `quote.callNotes`. */
  readonly kind: string
  /** The operations by name, as the engine and its adapters read them. */
  readonly operations: Readonly<Record<string, object>>
}

/** The name of an operation of a feature, as `permit` gets it: `callNotes.addNote`. */
export type FeatureOperationName = `${string}.${string}`

/** A name of a feature, or of its operation: short enough for both to be the name of a tool. */
const featureNamePattern = /^[a-z][A-Za-z0-9]{0,29}$/

export function isFeatureName(name: unknown): name is string {
  return typeof name === 'string' && featureNamePattern.test(name) && !(name in Object.prototype)
}

const mustBeFeature = withReceived('must be what defineFeature returns')

/** A feature is made by `defineFeature`, which may be that of another copy of the package. */
const feature = z.custom<EngineFeature>(
  (value) => {
    const { name, of, kind, operations } = Object(value) as Partial<EngineFeature>
    return (
      isFeatureName(name) &&
      (of === 'quote' || of === 'store') &&
      kind === kindOf({ name, of }) &&
      isPlainObject(operations)
    )
  },
  { error: mustBeFeature },
)

const maxFeatures = 100

/** Accepts features, each name once. */
export const featuresSchema = z
  .array(feature, { error: withReceived('must be an array of features') })
  .max(maxFeatures, { error: `must have at most ${maxFeatures} features` })
  .superRefine((features, context) => {
    for (const [index, { name }] of features.entries()) {
      const first = features.findIndex((other) => other.name === name)
      if (first === index) continue
      const message = `must have another name: features[${first}] is ${name}, too`
      context.addIssue({ code: 'custom', path: [index], message })
    }
  })

/** Returns the kind of the records of a feature. The kinds of the engine itself have no dot. */
export function kindOf({ name, of }: Pick<EngineFeature, 'name' | 'of'>): string {
  return `${of}.${name}`
}

/** Returns the operations of features, by the names that `permit` gets. */
export function operationsOf(
  features: readonly EngineFeature[],
): Readonly<Record<FeatureOperationName, object>> {
  const named = features.flatMap(({ name, operations }) =>
    Object.entries(operations).map(([each, operation]) => [`${name}.${each}`, operation]),
  )
  return Object.freeze(Object.fromEntries(named))
}

/** Returns the references to the records that features have of a quote. */
export function refsOfQuote(
  features: readonly EngineFeature[],
  quoteId: string,
): readonly RecordRef[] {
  return features.filter(({ of }) => of === 'quote').map(({ kind }) => ({ kind, id: quoteId }))
}
