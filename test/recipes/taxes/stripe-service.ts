import type { ReceivedRequest, Respond, ServiceResponse } from '../local-service.js'

interface Item {
  readonly id: string
  readonly reference: string
  readonly amount: number
}

const pageSize = 10

/** Responds as Stripe Tax: 7.25 % state tax and two equal district taxes of 0.5 %. */
export function stripeService(): Respond {
  const calculations = new Map<string, readonly Item[]>()
  return (request) => {
    const [, id] = /^\/v1\/tax\/calculations\/(\w+)\/line_items$/.exec(request.url.pathname) ?? []
    if (id !== undefined) return listItems(calculations.get(id) ?? [], request.url, id)
    const form = new URLSearchParams(request.body)
    const error = errorOf(form)
    if (error !== undefined) return { status: 400, body: { error } }
    const items = itemsOf(form)
    const calculation = `taxcalc_${calculations.size + 1}`
    calculations.set(calculation, items)
    const shipping = form.get('shipping_cost[amount]')
    return {
      body: {
        id: calculation,
        object: 'tax.calculation',
        currency: form.get('currency'),
        expires_at: 1_776_000_000,
        line_items: pageOf(items, 0, pageSize, calculation),
        shipping_cost:
          shipping === null ? null : { ...taxed(Number(shipping)), tax_code: 'txcd_92010001' },
        tax_breakdown: [],
      },
    }
  }
}

/** Returns the error for a form that Stripe rejects. */
function errorOf(form: URLSearchParams) {
  const country = form.get('customer_details[address][country]')
  const invalid = (param: string, message: string, code?: string) => ({
    ...(code === undefined ? {} : { code }),
    message,
    param,
    type: 'invalid_request_error',
  })
  if (country === null)
    return invalid(
      'customer_details[address][country]',
      'Missing required param: customer_details[address][country].',
      'parameter_missing',
    )
  if (
    !['US', 'DE', 'JP', 'KW'].includes(country) ||
    form.get('customer_details[address][postal_code]') === null
  )
    return invalid(
      'customer_details[address]',
      "We could not determine the customer's tax location based on the provided address.",
      'customer_tax_location_invalid',
    )
  const items = itemsOf(form)
  if (items.length === 0) return invalid('line_items', 'Missing required param: line_items.')
  const wrong = items.findIndex(({ amount }) => !Number.isSafeInteger(amount) || amount < 1)
  if (wrong >= 0) return invalid(`line_items[${wrong}][amount]`, 'Invalid positive integer')
  return undefined
}

function itemsOf(form: URLSearchParams): Item[] {
  const items: Item[] = []
  for (let index = 0; form.has(`line_items[${index}][amount]`); index += 1)
    items.push({
      id: `tax_li_${index}`,
      reference: form.get(`line_items[${index}][reference]`) ?? '',
      amount: Number(form.get(`line_items[${index}][amount]`)),
    })
  return items
}

function listItems(items: readonly Item[], { searchParams }: URL, id: string): ServiceResponse {
  const after = items.findIndex((item) => item.id === searchParams.get('starting_after')) + 1
  return { body: pageOf(items, after, Number(searchParams.get('limit') ?? pageSize), id) }
}

function pageOf(items: readonly Item[], start: number, size: number, id: string) {
  return {
    object: 'list',
    data: items.slice(start, start + size).map((item) => ({
      object: 'tax.calculation_line_item',
      id: item.id,
      reference: item.reference,
      ...taxed(item.amount),
    })),
    has_more: items.length > start + size,
    url: `/v1/tax/calculations/${id}/line_items`,
  }
}

function taxed(amount: number) {
  const tax = (name: string, percentage: string) => ({
    amount: Math.floor((amount * Number(percentage)) / 100),
    jurisdiction: { country: 'US', display_name: name, level: 'state', state: 'CA' },
    sourcing: 'destination',
    tax_rate_details: {
      display_name: 'Sales Tax',
      percentage_decimal: percentage,
      tax_type: 'sales_tax',
    },
    taxability_reason: 'standard_rated',
    taxable_amount: amount,
  })
  const notImposed = { ...tax('San Francisco', '0.0'), amount: 0, tax_rate_details: null }
  const districts = [tax('Bay Area', '0.5'), tax('Bay Area', '0.5')]
  return {
    amount,
    tax_behavior: 'exclusive',
    tax_breakdown: [tax('California', '7.25'), ...districts, notImposed],
  }
}

/** Returns the fields of a form. */
export const fieldsOf = ({ body }: ReceivedRequest) => [...new URLSearchParams(body)]
