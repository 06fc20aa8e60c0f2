import type { TaxRate, TaxRequest } from 'quotewright'
import { type Customer, netRequest, type TaxAmount, type TaxPort } from 'quotewright'

/**
 * @param options.currency The currency of quotes without one.
 * @param options.included What prices that include taxes contain, for a customer who pays others.
 */
export function stripeTax(options: {
  readonly apiKey: string
  readonly currency: string
  readonly baseUrl?: string
  readonly included?: (request: TaxRequest) => readonly TaxRate[] | undefined
}): TaxPort {
  const url = `${options.baseUrl ?? 'https://api.stripe.com'}/v1/tax/calculations`
  const headers = { authorization: `Bearer ${options.apiKey}` }
  return {
    async calculateTaxes(asked, { signal }) {
      const included = asked.inclusive ? options.included?.(asked) : undefined
      const request = included ? netRequest(asked, included) : asked
      const currency = (request.currency ?? options.currency).toLowerCase()
      const unit = 10 ** (minorDigits.get(currency) ?? 2)
      const { body, items, shipping } = toForm(request, currency, unit)
      if (items === 0 && shipping === 0) return { amounts: [], total: 0, included }
      if (items === 0) return { rejected: 'Stripe Tax needs a line that is not free' }

      const response = await fetch(url, { method: 'POST', headers, body, signal })
      if (response.status === 400) {
        const { error } = (await response.json()) as { readonly error: StripeError }
        if (isAboutCustomer(error)) return { rejected: error.message }
        throw new Error(`Stripe Tax: ${error.message}`)
      }
      const { id, line_items: first, shipping_cost } = await toJson<Calculation>(response)
      const taxed = [...first.data]
      for (let page = first; page.has_more; taxed.push(...page.data)) {
        const query = `limit=100&expand[]=data.tax_breakdown&starting_after=${taxed.at(-1)?.id}`
        page = await toJson(await fetch(`${url}/${id}/line_items?${query}`, { headers, signal }))
      }
      if (shipping_cost) taxed.push({ ...shipping_cost, id: '', reference: 'shipping' })
      return { ...sumUp(taxed, unit, request.decimals), reference: id, included }
    },
  }
}

function toForm({ lines, shipping, ...request }: TaxRequest, currency: string, unit: number) {
  const { customer, to = customer, from, inclusive, date } = request
  const body = new URLSearchParams({ currency, tax_date: `${Math.floor(date / 1000)}` })
  const set = (name: string, value: string | undefined) => value && body.append(name, value)
  const setAddress = (name: string, address: Customer) => {
    set(`${name}[address][line1]`, address.address)
    set(`${name}[address][line2]`, address['address-2'])
    set(`${name}[address][city]`, address.city)
    set(`${name}[address][state]`, address.state)
    set(`${name}[address][postal_code]`, address.zipcode)
    set(`${name}[address][country]`, address.country)
  }
  const toUnits = (amount: string) => Math.round(Number(amount) * unit)
  const setCharge = (name: string, amount: number, taxCode: string | undefined) => {
    set(`${name}[amount]`, `${amount}`)
    set(`${name}[tax_behavior]`, inclusive ? 'inclusive' : 'exclusive')
    set(`${name}[tax_code]`, taxCode)
  }
  setAddress('customer_details', to)
  set('customer_details[address_source]', 'shipping')
  if (from) setAddress('ship_from_details', from)
  if (customer.tax_id) {
    set('customer_details[tax_ids][0][type]', customer.tax_id_type)
    set('customer_details[tax_ids][0][value]', customer.tax_id)
  }
  if (customer.tax_exempt) set('customer_details[taxability_override]', 'customer_exempt')
  const items = lines.filter(({ amount }) => toUnits(amount) > 0) // Stripe takes no others
  for (const [index, { key, amount, taxCode }] of items.entries()) {
    set(`line_items[${index}][reference]`, key)
    setCharge(`line_items[${index}]`, toUnits(amount), taxCode)
  }
  const charge = toUnits(shipping?.amount ?? '0')
  if (charge > 0) setCharge('shipping_cost', charge, shipping?.taxCode)
  set('expand[]', 'line_items.data.tax_breakdown')
  if (charge > 0) set('expand[]', 'shipping_cost.tax_breakdown')
  return { body, items: items.length, shipping: charge }
}

/** Sums up the taxes of equal names and rates of a line, such as those of two districts. */
function sumUp(items: readonly Item[], unit: number, decimals: number) {
  const units = new Map<string, number>()
  for (const { reference, tax_breakdown } of items)
    for (const { amount, jurisdiction, tax_rate_details: details } of tax_breakdown ?? []) {
      if (details === null) continue // the tax is not imposed
      const name = `${jurisdiction.display_name} ${details.display_name}`
      const rate = Number(Number(details.percentage_decimal).toFixed(4))
      const key = JSON.stringify([reference, name, rate])
      units.set(key, (units.get(key) ?? 0) + amount)
    }
  const toAmount = (sum: number) => (sum / unit).toFixed(decimals)
  const amounts = [...units].map(([key, sum]): TaxAmount => {
    const [line, name, rate] = JSON.parse(key)
    return { line, name, rate, amount: toAmount(sum) }
  })
  return { amounts, total: toAmount([...units.values()].reduce((sum, each) => sum + each, 0)) }
}

/** Digits after the point of the currencies that do not have two in Stripe's API. */
const minorDigits = new Map<string, number>([
  ...withDigits(0, 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'),
  ...withDigits(3, 'bhd jod kwd omr tnd'),
])

function withDigits(digits: number, currencies: string) {
  return currencies.split(' ').map((currency): [string, number] => [currency, digits])
}

function isAboutCustomer({ code, param }: StripeError) {
  return code === 'customer_tax_location_invalid' || param?.startsWith('customer_details')
}

async function toJson<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`Stripe Tax responded with ${response.status}`)
  return (await response.json()) as T
}

interface StripeError {
  readonly message: string
  readonly code?: string
  readonly param?: string
}
interface Tax {
  readonly amount: number
  readonly jurisdiction: { readonly display_name: string }
  readonly tax_rate_details: {
    readonly display_name: string
    readonly percentage_decimal: string
  } | null
}
interface Item {
  readonly id: string
  readonly reference: string
  readonly tax_breakdown?: readonly Tax[] | null
}
interface Page {
  readonly data: readonly Item[]
  readonly has_more: boolean
}
interface Calculation {
  readonly id: string
  readonly line_items: Page
  readonly shipping_cost: Omit<Item, 'id' | 'reference'> | null
}
