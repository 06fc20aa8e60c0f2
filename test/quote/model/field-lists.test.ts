import { describe, expect, it } from 'vitest'
import { contentToApprove } from '../../../src/quote/approvals/required-approvals.js'
import { toBuyersQuote } from '../../../src/quote/model/buyers-view.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { quoteFieldsWith, readOnlyFields } from '../../../src/quote/model/quote-fields.js'
import {
  offeredScalarFieldNames,
  storeScalarFieldNames,
} from '../../../src/quote/model/quote-scalar-fields.js'
import { quoteSchema } from '../../../src/quote/model/quote-schema.js'
import { actedOn, unsealedFields } from '../../../src/quote/model/seal.js'

const allFields = Object.keys(quoteSchema().shape)

/** The fields that a function leaves out of a quote that has all of them. */
function leftOut(view: (quote: Quote) => object): readonly string[] {
  const values = allFields.map((name) => [name, name === 'products' ? [] : 'value'])
  const kept = view(Object.fromEntries(values) as Quote)
  return allFields.filter((name) => !(name in kept))
}

/** A list of fields, and why each other field is not in it, by the reasons. */
interface FieldList {
  readonly fields: readonly string[]
  readonly others: Readonly<Record<string, readonly (keyof Quote)[]>>
}

const content = [
  'customer',
  'ship_to',
  'products',
  'product_order',
  'sections',
  'choices',
  'shipping',
  'discounts',
  'charges',
  'payment_plan',
  'fields',
  ...offeredScalarFieldNames,
] as const satisfies readonly (keyof Quote)[]
const computed = [
  'quote_total',
  'price_total',
  'created',
  'total',
  'currency',
  'decimals',
  'taxes',
  'amounts',
  'exchange',
] as const satisfies readonly (keyof Quote)[]
const offer = ['number', 'revision', 'sent', 'expires'] as const
const outcome = ['status', 'seal', 'reason', 'acceptance', 'order', 'order_parts'] as const
const noted = ['tags', 'owner', 'customer_id', 'company_id', 'follow_up'] as const
const reported = [
  'request',
  'suspicious',
  'payments',
  'proposals',
  'delivery',
  'expiry_reported',
  'reminders',
] as const

const lists: Readonly<Record<string, FieldList>> = {
  'what a seal leaves out': {
    fields: unsealedFields,
    others: {
      'the customer sees it': [...content, ...computed, ...offer],
    },
  },
  'what a buyer does not get': {
    fields: leftOut(toBuyersQuote),
    others: {
      'the customer sees it': [...content, ...computed, ...offer, ...outcome],
      'a part of the published interface, which a buyer reads and does not set': [
        'tags',
        'owner',
        'customer_id',
        'company_id',
        'delivery',
        'expiry_reported',
        'request',
        'payments',
      ],
      'it is what the customer has said': ['proposals'],
    },
  },
  'what an action of the desk is not about': {
    fields: leftOut(actedOn),
    others: {
      'the customer sees it': [...content, ...computed, ...offer],
      'it says what has become of the offer, which decides what can be done': [...outcome],
    },
  },
  'what is not part of an approval': {
    fields: leftOut(contentToApprove),
    others: {
      'a rule can depend on it': [...content, ...computed, ...noted, 'revision', 'internal_fields'],
      'it is always that of an offer that was sent': ['status'],
    },
  },
  'what a request does not set': {
    fields: readOnlyFields,
    others: {
      'a request sets it': [...content, ...noted, 'status', 'internal_fields'].filter(
        (name) => name !== 'tags',
      ) as (keyof Quote)[],
    },
  },
  'the scalar fields that the store changes in every status': {
    fields: storeScalarFieldNames,
    others: {
      'the customer sees it': [...content, ...computed, ...offer],
      'an operation sets it': [...outcome, ...reported, 'approvals'],
      'it is no scalar, and has inputs of its own': ['tags', 'internal_fields'],
    },
  },
  'the facts of a version at the desk': {
    fields: quoteFieldsWith(({ isFact }) => isFact === true),
    others: {
      'the page has a table of its own for it': [...content, ...computed.slice(0, 2), 'total'],
      'it is part of amounts or of the table of totals': [
        'currency',
        'decimals',
        'taxes',
        'amounts',
      ],
      'own fields have labels of their own': ['internal_fields'],
      'it says that an event was written, which the history shows': ['expiry_reported'],
    },
  },
}

describe('the lists of fields of a quote', () => {
  it.each(Object.entries(lists))('name each field or say why not: %s', (_, { fields, others }) => {
    const known = [...fields, ...Object.values(others).flat()]
    expect(known.toSorted()).toEqual(allFields.toSorted())
  })
})
