import { type Amount, equals, parseUnitAmount } from '../../money/amount.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { describeOffered, getOutcomes } from '../lifecycle/proposal-outcomes.js'
import { getLineKey } from '../model/line-keys.js'
import type { Proposal } from '../model/proposal.js'
import type { Quote } from '../model/quote.js'

type Report = (path: readonly PropertyKey[], message: string) => void

/**
 * Adds an error for each proposal that does not follow from the one before it, or contradicts the
 * offer: what was offered when its wishes came, and what the offer made of them. Of other revisions
 * the quote has only what the proposals say.
 */
export function verifyProposals(quote: Quote, errors: FieldErrorCollector): void {
  const { proposals = [] } = quote
  for (const [index, proposal] of proposals.entries()) {
    if (errors.isFull) return
    const report: Report = (path, message) => errors.add(['proposals', index, ...path], message)
    verifyOrder(proposal, proposals[index - 1], report)
    verifyWishes(proposal, report)
    if (verifyRevisions(proposal, quote, report)) verifyOutcomes(proposal, quote, report)
    if (quote.seal !== undefined && proposal.revision === quote.revision)
      verifyOffered(proposal, quote, report)
  }
}

const numberOf = ({ key }: Proposal) => Number(key.slice(key.indexOf('-') + 1))

function verifyOrder(proposal: Proposal, before: Proposal | undefined, report: Report): void {
  if (before === undefined) return
  if (numberOf(proposal) !== numberOf(before) + 1)
    report(['key'], `must be proposal-${numberOf(before) + 1}, the key after ${before.key}`)
  if (proposal.version <= before.version)
    report(['version'], 'must be above that of the proposal before')
  for (const field of ['revision', 'time'] as const)
    if (proposal[field] < before[field])
      report([field], 'must not be below that of the proposal before')
}

function verifyWishes({ lines, add = [] }: Proposal, report: Report): void {
  if (lines === undefined && add.length === 0) report([], 'must have wishes in lines or add')
  const keys = new Set<string>()
  for (const [index, wish] of (lines ?? []).entries()) {
    const { key, offered, qty, remove } = wish
    const [price, before] = [wish.price, offered.price].map((each) => parseUnitAmount(each))
    const path = ['lines', index]
    if (keys.has(key)) report([...path, 'key'], 'must not be that of another wish')
    keys.add(key)
    const isChange = qty !== undefined || price !== undefined
    if (isChange === (remove === true))
      report(path, 'must either change the quantity or the price, or remove the line')
    if (qty === offered.qty) report([...path, 'qty'], 'must be another one than was offered')
    if (price !== undefined && equals(price, before as Amount))
      report([...path, 'price'], 'must be another one than was offered')
  }
  for (const [index, { id, name }] of add.entries())
    if ((id === undefined) === (name === undefined))
      report(['add', index], 'must have either an id or a name')
}

/** Returns true if the outcomes are of a known revision, and complete. */
function verifyRevisions(proposal: Proposal, quote: Quote, report: Report): boolean {
  const { revision, outcomes } = proposal
  const { revision: last = 0, seal } = quote
  if (revision > last) report(['revision'], `must be at most ${last}, the revision of the quote`)
  const path = ['outcomes', 'revision']
  if (outcomes === undefined) {
    if (revision < last) report(['outcomes'], 'are required, as a later revision was sent')
    return false
  }
  const { revision: answer } = outcomes
  if (answer === undefined && seal !== undefined) report(path, 'is required, as the quote was sent')
  if (answer !== undefined && (answer <= revision || answer > last))
    report(path, `must be a revision after ${revision} that was sent`)
  let isComplete = true
  for (const list of ['lines', 'add'] as const) {
    if (outcomes[list]?.length === proposal[list]?.length) continue
    report(['outcomes', list], 'must have one outcome for each wish')
    isComplete = false
  }
  return isComplete
}

/** What became of the wishes follows from the lines of the offer, if it is the one that answers. */
function verifyOutcomes(proposal: Proposal, quote: Quote, report: Report): void {
  const { outcomes = {} } = proposal
  const isOfThis = quote.seal !== undefined && outcomes.revision === quote.revision
  const expected = isOfThis ? getOutcomes(proposal, quote) : undefined
  for (const list of ['lines', 'add'] as const)
    for (const [index, outcome] of (outcomes[list] ?? []).entries()) {
      const path = ['outcomes', list, index]
      const must = expected?.[list]?.[index]
      const { result, qty, price } = outcome
      if (must !== undefined && !jsonEqual(outcome, must))
        report(path, `must be ${JSON.stringify(must)}, as of the lines of the offer`)
      else if (
        (qty === undefined) !== (price === undefined) ||
        (qty !== undefined && result === 'taken')
      )
        report(path, 'must have the quantity and the price of the line, or neither if it is taken')
    }
}

/** What a wish says was offered is what the offer has, while it stands. */
function verifyOffered({ lines = [] }: Proposal, { products }: Quote, report: Report): void {
  const byKey = new Map(products.map((line, index) => [getLineKey(line, index), line]))
  for (const [index, { key, name, offered }] of lines.entries()) {
    const line = byKey.get(key)
    const must = line && describeOffered(line)
    if (must === undefined)
      report(['lines', index, 'key'], 'must be the key of a line of the offer')
    else if (!jsonEqual(offered, must.offered))
      report(['lines', index, 'offered'], `must be ${JSON.stringify(must.offered)}, as of the line`)
    else if (name !== must.name) report(['lines', index, 'name'], 'must be that of the line')
  }
}
