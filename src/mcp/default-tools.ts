import { operations } from '../quote-engine/operations.js'
import type { OperationName } from '../quote-engine/quote-engine.js'

/**
 * The tools that an agent gets by default: what people do with single quotes, every day. The option
 * `tools` can name others, or fewer.
 *
 * Left out is what a person should do (approve, order, delete, erase), what a program does
 * (`recordDelivery`, `expireQuotes`, `remindQuotes`, `listEvents`), and what sets up a store (tags,
 * users, templates).
 */
export const defaultTools: readonly OperationName[] = Object.freeze(
  (Object.keys(operations) as OperationName[]).filter(
    (name) => operations[name].tool !== undefined,
  ),
)
