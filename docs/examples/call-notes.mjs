// Call notes of a CRM, as a feature: a record of each quote, the operations that change it, tools
// for agents, and at the desk a list, a form and a page of calls. All else is there by itself.
import {
  createQuoteEngine,
  defineFeature,
  memoryCatalog,
  memoryStorage,
  QuoteError,
} from 'quotewright'
import { createDesk, html } from 'quotewright/desk'
import * as z from 'zod'

const text = z.string().trim().min(1).max(2_000)
const outcome = z.enum(['reached', 'voicemail', 'no answer'])
const by = z.string().optional()
const note = z.strictObject({ id: z.string(), time: z.int(), by, text, outcome })

/** @typedef {z.output<typeof note>} Note */
export const callNotes = defineFeature({
  name: 'callNotes',
  of: 'quote',
  schema: z.strictObject({ notes: z.array(note).max(500) }),
  empty: { notes: [] },
  tool: 'What was said on the phone about a quote',
  operations: {
    addNote: {
      summary: 'Note a call about a quote',
      request: z.strictObject({ text, outcome: outcome.default('reached') }),
      tool: true,
      decide: ({ value, request, now, newId, actor }) => ({
        notes: [
          ...value.notes,
          { id: newId, time: now, ...(actor !== undefined && { by: actor }), ...request },
        ],
      }),
    },
    removeNote: {
      summary: 'Remove a note of your own',
      request: z.strictObject({ id: z.string() }),
      decide({ value, request, actor }) {
        const found = value.notes.find(({ id }) => id === request.id)
        if (found === undefined)
          throw new QuoteError('invalid_request', { errors: { id: 'must be the id of a note' } })
        if (found.by !== actor) {
          const reason = 'only who wrote a note can remove it'
          throw new QuoteError('not_permitted', { operation: 'callNotes.removeNote', reason })
        }
        return { notes: value.notes.filter((each) => each !== found) }
      },
    },
  },
})

/** @param {Pick<import('quotewright/desk').DeskOptions, 'authenticate' | 'secrets'>} options */
export function createCallShop(options) {
  const catalog = memoryCatalog({ shop: [{ id: 118, name: 'Oak chair', price: '200.00' }] })
  const storage = memoryStorage()
  const engine = createQuoteEngine({ storage, catalog, features: [callNotes] })
  /** @type {(user: import('quotewright').StoreContext, quoteId: string) => Promise<Note[]>} */
  const notesOf = async (user, quoteId) =>
    (await engine.features.callNotes.get(user, quoteId)).value.notes

  const desk = createDesk({
    engine,
    ...options,
    slots: {
      quote: async ({ user, record }) => noteList(await notesOf(user, record.quoteId)),
    },
    actions: [
      {
        name: 'addNote',
        label: 'Note a call',
        done: 'The call is noted.',
        fields: [{ name: 'text', label: 'What was said', rows: 3, isRequired: true }],
        run: ({ user, quoteId, read, idempotencyKey }) =>
          engine.features.callNotes.addNote(
            user,
            quoteId,
            { text: read('text') ?? '' },
            { idempotencyKey },
          ),
      },
    ],
    pages: [
      {
        name: 'calls',
        label: 'Calls',
        async show({ user, url }) {
          const { items } = await engine.listQuotes(user, { limit: 20 })
          const rows = items.map(async ({ quoteId, quote }) => {
            const last = (await notesOf(user, quoteId)).at(-1)
            const link = html`<a href="${url(`/quotes/${quoteId}`)}">${quote.customer.name}</a>`
            return html`<li>${link}: ${last === undefined ? 'not called yet' : last.text}</li>`
          })
          return html`<ul>${await Promise.all(rows)}</ul>`
        },
      },
    ],
  })
  return { engine, desk }
}

/** @param {Note[]} notes */
function noteList(notes) {
  return html`<section class="card" aria-labelledby="calls">
    <h2 id="calls">Calls</h2>
    ${
      notes.length === 0
        ? html`<p class="muted">No calls yet.</p>`
        : html`<ul>${notes.map(
            ({ text, outcome, by }) =>
              html`<li>${text} <span class="muted">${outcome}, ${by}</span></li>`,
          )}</ul>`
    }
  </section>`
}
