// What must happen to a quote, written from the description of its life for comparison. Shares no
// code with the engine.

export type Caller = 'seller' | 'buyer' | 'system' | undefined

/** An operation that changes the status: its name, from where, to where, and for whom. */
export type Row = readonly [operation: string, from: string, to: string, by: string]

const table: readonly Row[] = [
  ['sendQuote', 'new draft', 'sent', 'seller'],
  ['requestRevision', 'sent', 'revision_requested', 'buyer'],
  ['reviseQuote', 'sent revision_requested declined canceled expired', 'draft', 'seller'],
  ['acceptQuote', 'sent', 'accepted', 'buyer seller'],
  ['declineQuote', 'sent revision_requested', 'declined', 'buyer seller'],
  [
    'cancelQuote',
    'new draft sent expired revision_requested accepted declined',
    'canceled',
    'seller',
  ],
  ['orderQuote', 'accepted', 'ordered', 'seller system'],
]

/** What the host changes about the life of its quotes. */
export interface Variant {
  readonly ownRows: readonly Row[]
  /** Statuses of the host in which sellers can edit quotes. */
  readonly editable: readonly string[]
  readonly reviseOnUpdate: boolean
  readonly allowLateAcceptance: boolean
}

/** What is expected of a quote. */
export interface Expected {
  status: string
  revision: number
  number?: string | undefined
  seal?: string | undefined
  expires?: number | undefined
  accepted?: string | undefined
  /** The id of its order, or how many attempts to place it have no known outcome. */
  order?: string | number | undefined
  updated: number
  isDeleted: boolean
}

/** An expected rejection. */
export class Rejection {
  readonly code: string
  constructor(code: string) {
    this.code = code
  }
}

/** Who acts, and when. */
export interface Acting {
  readonly role: Caller
  readonly now: number
}

const includes = (list: string, item: string) => list.split(' ').includes(item)

export function statusAt({ status, expires }: Expected, now: number): string {
  return status === 'sent' && expires !== undefined && now >= expires ? 'expired' : status
}

/** Returns the rules of a life. */
export function rulesOf(variant: Variant) {
  const rows: readonly Row[] = [
    ...table,
    ...variant.ownRows,
    ...(variant.allowLateAcceptance
      ? [['acceptQuote', 'expired', 'accepted', 'buyer seller'] as const]
      : []),
  ]

  /** Returns the status that an operation leads to. */
  function transit(
    operation: string,
    quote: Expected,
    { role, now }: Acting,
    wanted?: string,
  ): string | Rejection {
    const possible = rows.filter(
      ([name, , to]) => name === operation && (wanted === undefined || to === wanted),
    )
    const mine = possible.filter(([, , , by]) => role === undefined || includes(by, role))
    if (possible.length > 0 && mine.length === 0) return new Rejection('not_permitted')
    const status = statusAt(quote, Math.max(now, quote.updated))
    const row = mine.find(([, from]) => includes(from, status))
    if (row === undefined) {
      const isLate = status === 'expired' && mine.some(([, from]) => includes(from, 'sent'))
      return new Rejection(isLate ? 'quote_expired' : 'invalid_transition')
    }
    const isOrdering = operation === 'orderQuote'
    const isBlocked = isOrdering
      ? false
      : typeof quote.order === 'number' ||
        (quote.order !== undefined && operation !== 'updateQuote')
    return isBlocked ? new Rejection('invalid_transition') : row[2]
  }

  /** Returns undefined if the customer can be changed, `draft` if that opens a revision. */
  function edit(
    quote: Expected,
    { role, now }: Acting,
    wantsDraft = false,
  ): 'draft' | undefined | Rejection {
    const editable = ['new', 'draft', ...variant.editable]
    if (quote.seal === undefined && editable.includes(quote.status)) {
      const isMine = role === undefined || role === 'seller'
      if (isMine || (role === 'buyer' && quote.status === 'new')) return undefined
      return new Rejection('not_permitted')
    }
    const status = transit('reviseQuote', quote, { role, now })
    const opens = variant.reviseOnUpdate || wantsDraft
    return opens && status === 'draft' ? status : new Rejection('quote_locked')
  }

  /** Returns true if one commit can lead from one status to another. */
  function canFollow(from: string, to: string): boolean {
    const steps = (start: string) =>
      rows.flatMap(([, sources, target]) =>
        includes(sources, start) || (start === 'sent' && includes(sources, 'expired'))
          ? [target]
          : [],
      )
    if (from === to || steps(from).includes(to)) return true
    // An update that revises a quote can also set its status.
    return variant.reviseOnUpdate && steps(from).includes('draft') && steps('draft').includes(to)
  }

  /** Returns true if an operation is for a role, which is asked before anything else. */
  function isFor(operation: string, role: Caller): boolean {
    const possible = rows.filter(([name]) => name === operation)
    return role === undefined || possible.some(([, , , by]) => includes(by, role))
  }

  return { transit, edit, canFollow, isFor }
}

export type Rules = ReturnType<typeof rulesOf>

/** Returns a quote without its offer. */
export function withoutOffer(quote: Expected): Expected {
  return { ...quote, seal: undefined, expires: undefined, accepted: undefined }
}
