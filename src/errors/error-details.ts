import type { PortMethodNames, PortName, TimedOperation } from './operation-names.js'

/** Messages by field path: `{ 'products[2].qty': 'is required' }`; `''` is the whole value. */
export type FieldErrors = Readonly<Record<string, string>>

/**
 * The `details` of the codes of each port besides the storage: `orders_failed` if its method
 * `operation` threw, or rejected with, `cause`; `orders_invalid_response` if it returned that.
 */
export type PortErrorDetails = {
  [Port in PortName as `${Port}_failed`]: { readonly operation: PortMethodNames[Port] }
} & {
  [Port in PortName as `${Port}_invalid_response`]: { readonly errors: FieldErrors }
}

/** An approval that a quote needs to be sent, and does not have. */
export interface RequiredApproval {
  /** The id of the requirement. */
  readonly id: string
  /** What is to be approved. */
  readonly label: string
  /** Who may approve it. */
  readonly by?: string
  /** `required` if none was requested for what the quote is now. */
  readonly status: 'required' | 'pending' | 'rejected'
}

/** The `details` of each code. */
export interface QuoteErrorDetails extends PortErrorDetails {
  /** The request is invalid: `errors` has a message for each invalid field. */
  invalid_request: { readonly errors: FieldErrors }
  /** The context is invalid, for example `storeId`. */
  invalid_context: { readonly errors: FieldErrors }
  /** An option of the engine, an adapter or a call is missing, invalid or unknown. */
  invalid_options: { readonly errors: FieldErrors }
  /** The store has no quote of this id. */
  quote_not_found: { readonly quoteId: string }
  /** The quote has no such version, or did not exist at the requested time. */
  version_not_found: { readonly quoteId: string }
  /** The store has no record of this `kind`, for example no `template` of this id. */
  record_not_found: { readonly kind: string; readonly id: string }
  /**
   * The customer and the lines of the quote cannot be changed in its `status`. `possible` lists the
   * operations that are possible.
   */
  quote_locked: {
    readonly quoteId: string
    readonly status: string
    readonly possible: readonly string[]
  }
  /**
   * The operation is not possible in the `status` of the quote, or a guard of the option
   * `lifecycle` rejected it for this `reason`. `possible` lists the operations that are possible.
   */
  invalid_transition: {
    readonly quoteId: string
    readonly operation: string
    readonly status: string
    readonly possible: readonly string[]
    readonly reason?: string
  }
  /** The offer expired at `expires`, so it cannot be accepted, declined or discussed. */
  quote_expired: { readonly quoteId: string; readonly expires: number }
  /**
   * The quote cannot be sent, because it needs approvals that it does not have: `requirements`.
   * Request them with `requestApproval`. Empty for a caller in the role `buyer`.
   */
  approval_required: {
    readonly quoteId: string
    readonly requirements: readonly RequiredApproval[]
  }
  /** The caller refers to another offer than the current one, which is this revision. */
  offer_mismatch: {
    readonly quoteId: string
    readonly currentRevision: number
    readonly currentSeal: string
  }
  /** The customer has seen another total than what is selected costs, which is `total`. */
  total_changed: { readonly quoteId: string; readonly total: string }
  /**
   * The port `orders` rejected the order for this `reason`. The quote stays accepted. There is no
   * order, unless other attempts have no known outcome: `openAttempts` of them under `orderKey`.
   */
  order_rejected: {
    readonly quoteId: string
    readonly reason: string
    /** The key under which an earlier attempt may have placed the order. */
    readonly orderKey?: string
    /** How many attempts have no known outcome, at least 1. */
    readonly openAttempts?: number
  }
  /** The port `tax` cannot price the taxes of this quote for this `reason`. */
  tax_rejected: { readonly quoteId: string; readonly reason: string }
  /** The caller's role, or the option `permit`, rejects the operation for this `reason`. */
  not_permitted: { readonly operation: string; readonly reason: string }
  /** The quote is not at the version that the caller expects. */
  version_mismatch: {
    readonly quoteId: string
    readonly expectedVersion: number
    readonly currentVersion: number
  }
  /** The key was used for a different request and has not expired. */
  idempotency_key_reused: { readonly idempotencyKey: string }
  /** Other writers changed the record in each of the `attempts`. Nothing was stored. */
  conflict: { readonly kind: string; readonly id: string; readonly attempts: number }
  /** The storage method `operation` threw, or rejected with, `cause`. */
  storage_failed: { readonly operation: string }
  /**
   * The storage method `operation` failed inside the host's transaction, with `cause`. The host
   * must roll the transaction back.
   */
  transaction_failed: { readonly operation: string }
  /** The storage method `operation` returned invalid data. */
  storage_invalid_response: { readonly operation: string; readonly errors: FieldErrors }
  /** The store is being moved to another storage, or was moved. Nothing was stored. */
  store_frozen: { readonly storeId: string }
  /** A store cannot be moved, for this `reason`. It stays where it was. */
  move_failed: { readonly storeId: string; readonly reason: string }
  /** The tables are missing, or of another release or program. */
  storage_schema_mismatch: { readonly found: string; readonly supported: string }
  /** The database user lacks a privilege. */
  storage_permission_denied: { readonly requiredPrivileges: string }
  /**
   * The port method `operation`, or the wait for its turn, took longer than `timeoutMs`.
   * `inTransaction` if a port or callback was called inside a transaction of the host;
   * `lockedByHost` if a commit may have waited for one that has written the same store.
   */
  timeout: {
    readonly operation: TimedOperation
    readonly timeoutMs: number
    /** True inside a transaction of the host. */
    readonly inTransaction?: true
    /** True if a transaction of the host may hold the lock of the store. */
    readonly lockedByHost?: true
  }
  /** The caller's `signal` was aborted. */
  aborted: Readonly<Record<never, never>>
  /** The engine was closed before the call. */
  engine_closed: Readonly<Record<never, never>>
  /** A PDF file cannot be created, for this `reason`. */
  pdf_failed: { readonly reason: string }
  /** A function in the options threw, or returned what it must not: `cause` says which. */
  callback_failed: { readonly option: string }
}

/** The codes of a {@link QuoteError}. They are public: a code never changes its meaning. */
export type QuoteErrorCode = keyof QuoteErrorDetails
