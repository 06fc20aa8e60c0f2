import { isQuoteError } from '../../errors.js'
import { roundingModes } from '../../money/rounding.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { hasSelection } from '../model/counted-lines.js'
import type { Quote } from '../model/quote.js'
import { mergeChoices, rejectSplitTargets } from '../selection/merge-choices.js'
import { getAcceptedQuote, needsProviders, parseSelection } from '../selection/select-quote.js'
import { verifyPricing, verifyTaxes } from './verify-amounts.js'

/**
 * Adds an error for what sections and choices refer to, and what they propose, that is not as a
 * request leaves it: merging what is stored must change nothing.
 */
export function verifyChoices(quote: Quote, errors: FieldErrorCollector): void {
  const merged = mergeChoices(quote, {}, quote, errors)
  rejectSplitTargets(quote, quote.discounts ?? [], errors)
  if (!errors.isEmpty) return
  for (const field of ['sections', 'choices'] as const)
    if (!jsonEqual(merged[field], quote[field]))
      errors.add([field], 'must propose one member of each choice, and have no empty choice')
  for (const [index, line] of merged.products.entries()) {
    const stored = quote.products[index]
    if (stored?.key === null && hasSelection(quote))
      errors.add(['products', index, 'key'], 'must be set on every line if there is a choice')
    else if (stored?.selected !== line.selected)
      errors.add(['products', index, 'selected'], `must be ${line.selected ?? 'absent'}`)
  }
}

/** Adds an error for each field of an acceptance that does not follow from what was selected. */
export function verifySelection(quote: Quote, errors: FieldErrorCollector): void {
  const { acceptance } = quote
  if (acceptance === undefined) return
  const { selection, amounts } = acceptance
  if (!hasSelection(quote)) {
    for (const field of ['selection', 'amounts', 'shipping', 'taxes', 'payment_plan'] as const)
      if (acceptance[field] !== undefined)
        errors.add(['acceptance', field], 'must be absent, as there is nothing to choose')
    return
  }
  if (acceptance.sealed === undefined)
    errors.add(['acceptance', 'sealed'], 'is required, as there is something to choose')
  if (selection === undefined) {
    errors.add(['acceptance', 'selection'], 'is required, as there is something to choose')
    return
  }
  try {
    if (!jsonEqual(parseSelection(quote, selection), selection))
      errors.add(['acceptance', 'selection'], 'must be complete, in the order of display')
    const needed = needsProviders(quote, selection)
    for (const field of ['shipping', 'taxes'] as const)
      if (!needed[field] && acceptance[field] !== undefined)
        errors.add(['acceptance', field], `must be absent: the offer says the ${field} of it`)
    const accepted = getAcceptedQuote(quote)
    verifyAnswers(accepted, quote, errors)
    if (!jsonEqual(accepted.amounts, amounts))
      errors.add(
        ['acceptance', 'amounts'],
        `must be ${JSON.stringify(accepted.amounts)}, what is selected adds up to`,
      )
    if (!jsonEqual(accepted.payment_plan, acceptance.payment_plan))
      errors.add(['acceptance', 'payment_plan'], 'must be that of the offer, for what is selected')
    if (quote.total !== accepted.total)
      errors.add(['total'], `must be ${accepted.total}, what is selected costs`)
  } catch (error) {
    if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
    for (const message of Object.values(error.details.errors))
      errors.add(['acceptance', 'selection'], message)
  }
}

/** Adds an error for each field of what providers have said of a selection that cannot be. */
function verifyAnswers(
  accepted: Quote,
  { acceptance, shipping }: Quote,
  errors: FieldErrorCollector,
) {
  const { shipping: answered = shipping, taxes } = acceptance ?? {}
  if (answered.type !== shipping.type)
    errors.add(['acceptance', 'shipping', 'type'], `must be ${shipping.type}, as that of the offer`)
  if (!errors.isEmpty || (answered === shipping && taxes === undefined)) return
  const found = new FieldErrorCollector()
  verifyPricing(accepted, roundingModes, found)
  if (found.isEmpty) verifyTaxes(accepted, roundingModes, found)
  for (const { path, message } of found.errors) errors.add(['acceptance', ...path], message)
}
