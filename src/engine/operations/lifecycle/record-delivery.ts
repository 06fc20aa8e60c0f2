import * as z from 'zod'
import { deliveryTypes, maxDetailLength, shortString } from '../../../quote/lifecycle-fields.js'
import { type DeliveryReport, recordDelivery } from '../../../quote/operations/offer.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import {
  optionalPositiveInteger,
  received,
  requiredOr,
} from '../../../validation/schemas/scalars.js'
import { maxTime } from '../../../validation/times.js'
import type { UpdateOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { defineOperation, sellers } from '../operation.js'
import { name, requestSchema } from './requests.js'
import { lifecycleMethod } from './run-lifecycle-command.js'

export interface RecordDelivery {
  /**
   * Records what became of an offer on its way to the customer, as your mail provider or your
   * customer page reports it. Facts are kept beside the status, which they never change. The same
   * report, with its `time`, is recorded once. A quote keeps 200 facts: then the oldest `deferred`
   * goes, or else the oldest fact about an earlier revision, so that a new one always fits.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `invalid_request` with one error per invalid field, at `revision` if it was
   * never sent
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   *
   * @example
   * await engine.recordDelivery(context, quoteId, {
   *   type: 'bounced',
   *   time: event.timestamp,
   *   recipient: event.email,
   *   detail: event.response,
   * })
   */
  recordDelivery(
    context: StoreContext,
    quoteId: string,
    report: DeliveryReport,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

const mustBeTime = received('must be a time in milliseconds since the Unix epoch')

const deliveryRequest = requestSchema({
  type: z.enum(deliveryTypes, {
    error: requiredOr(`must be one of ${deliveryTypes.join(', ')}`),
  }),
  time: z
    .int({ error: mustBeTime })
    .min(-maxTime, { error: mustBeTime })
    .max(maxTime, { error: mustBeTime })
    .optional()
    .describe('When it happened, in ms since the Unix epoch; now by default'),
  revision: optionalPositiveInteger.describe('The revision; the current one by default'),
  recipient: name.optional().describe('To whom, for example an e-mail address'),
  detail: shortString(maxDetailLength).optional().describe('What the mail provider said'),
})

export const recordDeliveryOperation = defineOperation<RecordDelivery['recordDelivery']>({
  roles: sellers,
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/delivery',
    summary: 'Record a fact about the delivery of the offer',
    body: () => deliveryRequest,
    example: { type: 'opened', recipient: 'ada@example.com' },
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) =>
    lifecycleMethod(runtime, {
      operation,
      schema: deliveryRequest,
      decide: (record, report, input) => recordDelivery(record, report, input),
    }),
})
