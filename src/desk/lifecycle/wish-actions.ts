import { isQuoteError, QuoteError } from '../../errors.js'
import type { Proposal } from '../../quote/model/proposal.js'
import type { Quote } from '../../quote/model/quote.js'
import type { TakenWishes } from '../../quote/operations/proposal-requests.js'
import type { DeskCall } from '../desk-call.js'
import { type ActionField, defineAction, type SentFields } from './action.js'

/** The part of the page of a quote that has the wishes of the customer, and the form for them. */
export const wishesId = 'counter-offer'

/** The names of the fields of the form: the path of what the engine says of each wish. */
export const wishFields = {
  line: (key: string) => `line.${key}`,
  add: (index: number) => `add.${index}`,
  price: (index: number) => `price.${index}`,
}

/** What a seller can take over of a counter-offer. */
export const wishActions = {
  'take-wishes': defineAction({
    when: ({ quote, operations }) =>
      operations.includes('reviseQuote') && openProposal(quote) !== undefined,
    unsaved: 'drop',
    anchor: () => wishesId,
    form: ({ quote }, { strings: { actions, common, labels } }) => ({
      button: actions['take-wishes'].button,
      fields: getFields(openProposal(quote), (id) => common.product(id), labels.line.price),
    }),
    async run(sent) {
      const { call, quoteId, options } = sent
      const take = readTake(sent)
      try {
        await call.engine.reviseQuote(call.user, quoteId, { take }, options)
      } catch (error) {
        throw isQuoteError(error) ? toFieldError(error, take) : error
      }
      return { done: 'wishes-taken' }
    },
  }),
}

/** Returns the latest proposal of a quote that no offer has answered. */
export function openProposal({ proposals }: Quote): Proposal | undefined {
  return proposals?.findLast(({ outcomes }) => outcomes?.revision === undefined)
}

function getFields(
  proposal: Proposal | undefined,
  nameOfProduct: (id: number | string) => string,
  price: string,
): readonly ActionField[] {
  const { lines = [], add = [] } = proposal ?? {}
  return [
    ...lines.map(({ key, name = key }) => ({ name: wishFields.line(key), label: name })),
    ...add.flatMap(({ id, name }, index) => [
      {
        name: wishFields.add(index),
        label: name ?? nameOfProduct(id ?? ''),
      },
      { name: wishFields.price(index), label: `${name}: ${price}` },
    ]),
  ]
}

/** @throws QuoteError `invalid_request` at the price of something that is no product */
function readTake({ call, read, readAll }: SentFields): TakenWishes {
  const errors: Record<string, string> = {}
  const add = readAll('add').map((place) => {
    const index = Number(place)
    const text = read(wishFields.price(index))
    const price = text === undefined ? undefined : readPrice(call, text)
    if (text !== undefined && price === undefined)
      errors[wishFields.price(index)] = call.numbers.error('money', text)
    return price === undefined ? index : { index, price }
  })
  if (Object.keys(errors).length > 0) throw new QuoteError('invalid_request', { errors })
  return { proposal: read('proposal') ?? '', lines: readAll('lines'), add }
}

function readPrice({ numbers }: DeskCall, text: string): string | undefined {
  return numbers.parse(text, 'money')
}

/** Returns the error of the engine with the names of the fields that it is about. */
function toFieldError(error: QuoteError, { lines, add = [] }: TakenWishes): QuoteError {
  if (error.code !== 'invalid_request') return error
  const errors = Object.entries(error.details.errors).map(([path, message]) => {
    const [, list = '', place = ''] = /^take\.(lines|add)\[(\d+)\]/.exec(path) ?? []
    if (list === 'lines') return [wishFields.line(lines?.[Number(place)] ?? ''), message] as const
    if (list === '') return [path, message] as const
    const taken = add[Number(place)]
    const index = typeof taken === 'object' ? taken.index : (taken ?? 0)
    // What is no product is added at a price.
    const isPrice = path.endsWith('.price') || path === `take.add[${place}]`
    return [isPrice ? wishFields.price(index) : wishFields.add(index), message] as const
  })
  return new QuoteError('invalid_request', { errors: Object.fromEntries(errors) }, { cause: error })
}
