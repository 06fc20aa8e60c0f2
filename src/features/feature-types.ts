import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { CallOptions, CommandOptions, StoreContext } from '../engine/arguments.js'
import type { PagedResult } from '../engine/execution/pages.js'
import type { EngineFeature } from '../engine/features.js'
import type { ListHistoryOptions } from '../engine/operations/history.js'
import type { Quote } from '../quote/model/quote.js'
import type { Role } from '../quote/model/transitions.js'
import type { HistoryEntry } from '../record/history/entry.js'

/** What has a record of a feature: each quote, or the store. */
export type FeatureOwner = 'quote' | 'store'

/** A feature that was declared, for the option `features` of an engine. */
export interface Feature<Name extends string = string, Methods = unknown> extends EngineFeature {
  readonly name: Name
  /** The methods at `engine.features`. Only a type: it is never set. */
  readonly '~methods'?: Methods
}

/** What a feature keeps of a quote, or of the store. Deeply frozen. */
export interface FeatureRecord<Value> {
  /** 0 if nothing was ever changed, incremented with every change. */
  readonly version: number
  /** When it was changed last, in milliseconds since the Unix epoch. Absent if it never was. */
  readonly updated?: number
  /** What was stored last. The option `empty` of the feature if nothing was. */
  readonly value: Value
}

/** What a command is decided from. All of it is frozen. */
export interface FeatureInput<Owner extends FeatureOwner, Value, Request> {
  /** What is stored, or `empty`. */
  readonly value: Value
  /** The request, as its schema returned it. */
  readonly request: Request
  /** The quote as it is stored. Undefined for a feature of the store. */
  readonly quote: Owner extends 'quote' ? Quote : undefined
  /** The time of the engine, in milliseconds since the Unix epoch. */
  readonly now: number
  /** An id that nothing else has: a UUID. Another one if the call is repeated after a conflict. */
  readonly newId: string
  /** The `actor` of the context. */
  readonly actor: string | undefined
  /** The `role` of the context. */
  readonly role: Role | undefined
}

/** An operation that changes the record of a feature. */
export interface FeatureOperation<
  Owner extends FeatureOwner,
  Value,
  Schema extends StandardSchemaV1,
> {
  /** What it does, in a few words, for the OpenAPI document and agents: `Add a call note`. */
  readonly summary: string
  /**
   * A Standard Schema of the request, which is an object. It must be synchronous. Bound the length
   * of every string and list.
   */
  readonly request: Schema
  /**
   * Who can call it: some roles, or all.
   *
   * @default The roles of the feature.
   */
  readonly roles?: readonly Role[] | 'all' | undefined
  /**
   * True if agents get it as a tool, or what a model needs to know besides the summary.
   *
   * @default false
   */
  readonly tool?: boolean | string | undefined
  /**
   * Returns what to store next; the value itself, or undefined, changes nothing. Pure and
   * synchronous: it is called again after a conflict with another writer. To reject the request,
   * throw a `QuoteError` with the code `invalid_request` or `not_permitted`.
   */
  decide(
    input: FeatureInput<Owner, Value, StandardSchemaV1.InferOutput<Schema>>,
  ): NoInfer<Value> | undefined
}

/** The declaration of a feature. */
export interface FeatureDeclaration<
  Name extends string,
  Owner extends FeatureOwner,
  Schema extends StandardSchemaV1<unknown, object>,
  Requests extends Readonly<Record<string, StandardSchemaV1>>,
> {
  /**
   * A name that no other feature of the engine has: a lower-case letter, and up to 29 letters and
   * digits after it.
   */
  readonly name: Name
  /** What has a record of it: each quote, which is erased with its quote, or the store. */
  readonly of: Owner
  /**
   * A Standard Schema of what is stored: an object or an array of JSON, of at most 1,000,000
   * characters. Each value is validated before it is stored. It must be synchronous, and accept
   * what it returns.
   */
  readonly schema: Schema
  /** What a quote, or a store, has before anything is stored. */
  readonly empty: StandardSchemaV1.InferOutput<Schema>
  /**
   * Who can read it, and call operations that name no roles.
   *
   * @default ['seller', 'system']
   */
  readonly roles?: readonly Role[] | 'all' | undefined
  /**
   * True if agents can read it with a tool, or what a model needs to know of it.
   *
   * @default false
   */
  readonly tool?: boolean | string | undefined
  /** What changes it, by names such as `addNote`. */
  readonly operations: {
    readonly [Operation in keyof Requests]: FeatureOperation<
      Owner,
      StandardSchemaV1.InferOutput<Schema>,
      Requests[Operation]
    >
  }
}

/** The methods of a feature, at `engine.features`. */
export type FeatureMethods<
  Owner extends FeatureOwner,
  Value,
  Requests extends Readonly<Record<string, StandardSchemaV1>>,
> = Owner extends 'quote'
  ? QuoteFeatureReads<Value> & {
      readonly [Operation in keyof Requests]: (
        context: StoreContext,
        quoteId: string,
        request: StandardSchemaV1.InferInput<Requests[Operation]>,
        options?: CommandOptions,
      ) => Promise<FeatureRecord<Value>>
    }
  : StoreFeatureReads<Value> & {
      readonly [Operation in keyof Requests]: (
        context: StoreContext,
        request: StandardSchemaV1.InferInput<Requests[Operation]>,
        options?: CommandOptions,
      ) => Promise<FeatureRecord<Value>>
    }

/** What reads a feature of quotes. */
export interface QuoteFeatureReads<Value> {
  /**
   * Returns what the feature keeps of a quote.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote, or it is deleted
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   */
  get(context: StoreContext, quoteId: string, options?: CallOptions): Promise<FeatureRecord<Value>>
  /**
   * Lists the changes of what the feature keeps of a quote, for sellers and the system.
   *
   * @throws QuoteError `quote_not_found` or `not_permitted`, as `get`
   */
  listHistory(
    context: StoreContext,
    quoteId: string,
    options?: ListHistoryOptions,
  ): PagedResult<HistoryEntry<Value>>
}

/** What reads a feature of the store. */
export interface StoreFeatureReads<Value> {
  /**
   * Returns what the feature keeps of the store.
   *
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   */
  get(context: StoreContext, options?: CallOptions): Promise<FeatureRecord<Value>>
  /**
   * Lists the changes of what the feature keeps of the store, for sellers and the system.
   *
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   */
  listHistory(context: StoreContext, options?: ListHistoryOptions): PagedResult<HistoryEntry<Value>>
}
