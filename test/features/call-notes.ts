import * as z from 'zod'
import {
  createQuoteEngine,
  defineFeature,
  memoryStorage,
  type QuoteEngineOptions,
  QuoteError,
} from '../../src/index.js'
import { catalog } from '../engine/ports.js'

const note = z.object({
  text: z.string().min(1).max(2_000),
  time: z.int(),
  by: z.string().optional(),
})

/** The notes of calls about a quote: the feature that most tests use. */
export const callNotes = defineFeature({
  name: 'callNotes',
  of: 'quote',
  schema: z.array(note).max(3),
  empty: [],
  tool: true,
  operations: {
    addNote: {
      summary: 'Add a call note',
      request: z.strictObject({ text: z.string().min(1).max(2_000) }),
      tool: 'What was said on the phone',
      decide: ({ value, request, now, actor }) => [
        ...value,
        { ...request, time: now, ...(actor !== undefined && { by: actor }) },
      ],
    },
    removeNote: {
      summary: 'Remove a call note',
      request: z.strictObject({ index: z.int().min(0) }),
      roles: ['system'],
      decide({ value, request }) {
        if (value[request.index] !== undefined)
          return value.filter((_, index) => index !== request.index)
        throw new QuoteError('invalid_request', { errors: { index: 'must be that of a note' } })
      },
    },
    keepNotes: {
      summary: 'Change nothing',
      request: z.strictObject({}),
      roles: 'all',
      decide: ({ value }) => value,
    },
  },
})

/** When the store can be called: a record of the store. */
export const callTimes = defineFeature({
  name: 'callTimes',
  of: 'store',
  schema: z.strictObject({ from: z.string().max(5), to: z.string().max(5) }),
  empty: { from: '08:00', to: '18:00' },
  operations: {
    setFrom: {
      summary: 'Set from when on the store can be called',
      request: z.strictObject({ from: z.string().max(5) }),
      decide: ({ value, request }) => ({ ...value, ...request }),
    },
  },
})

const features = [callNotes, callTimes] as const

/** Creates an engine with both features, whose time is 5,000. */
export function engineWithFeatures(
  options: Partial<QuoteEngineOptions<object, unknown, typeof features>> = {},
) {
  let ids = 0
  return createQuoteEngine({
    storage: memoryStorage(),
    catalog,
    now: () => 5_000,
    generateId: () => {
      ids += 1
      return `quote-${ids}`
    },
    features,
    ...options,
  })
}
