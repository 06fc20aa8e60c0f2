import { type Customer, isoRegions, type TaxPort, type TaxRequest } from 'quotewright'

export function taxjarTax(options: {
  readonly apiKey: string
  /** `https://api.sandbox.taxjar.com` for tests. */
  readonly baseUrl?: string
}): TaxPort {
  const { apiKey, baseUrl = 'https://api.taxjar.com' } = options
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  return {
    async calculateTaxes(request, { signal }) {
      if (request.inclusive) return { rejected: 'TaxJar needs prices that exclude the taxes' }
      if (request.decimals !== 2) return { rejected: 'TaxJar needs a currency with two decimals' }
      const body = JSON.stringify(toOrder(request))
      const url = `${baseUrl}/v2/taxes`
      const response = await fetch(url, { method: 'POST', headers, body, signal })
      if (response.status === 400 || response.status === 406) {
        const { detail } = (await response.json()) as { readonly detail: string }
        if (/\bto(?:_| )(country|state|zip|city|street)/.test(detail)) return { rejected: detail }
        throw new Error(`TaxJar: ${detail}`)
      }
      if (!response.ok) throw new Error(`TaxJar responded with ${response.status}`)
      const { tax } = (await response.json()) as { readonly tax: Tax }
      return toAmounts(tax)
    },
  }
}

function toOrder({ customer, to = customer, from, lines, shipping }: TaxRequest) {
  return {
    ...(from && toAddress('from', from)),
    ...toAddress('to', to),
    customer_id: customer.customer_id,
    exemption_type: customer.exemption_type,
    shipping: Number(shipping?.amount ?? 0),
    line_items: lines.map(({ key, amount, taxCode }) => ({
      id: key,
      quantity: 1, // the amount is that of all pieces, after discounts
      unit_price: Number(amount),
      product_tax_code: taxCode,
    })),
  }
}

function toAddress(end: 'from' | 'to', { country, state, zipcode, city, address }: Customer) {
  return {
    [`${end}_country`]: country,
    [`${end}_state`]: country === 'US' ? toCode(state) : state,
    [`${end}_zip`]: zipcode,
    [`${end}_city`]: city,
    [`${end}_street`]: address,
  }
}

/** Returns the code of a state. Quotes have its full name. */
const toCode = (state: string | undefined) =>
  states.find((code) => isoRegions('US', code) === state) ?? state
const states = (
  'AL AK AS AZ AR CA CO CT DE DC FL GA GU HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV ' +
  'NH NJ NM NY NC ND MP OH OK OR PA PR RI SC SD TN TX UT VT VI VA WA WV WI WY'
).split(' ')

function toAmounts({ amount_to_collect, breakdown }: Tax) {
  const total = Math.round(amount_to_collect * 100)
  const taxed = [...(breakdown?.line_items ?? [])]
  if (breakdown?.shipping) taxed.push({ ...breakdown.shipping, id: 'shipping' })
  const amounts = taxed.map(({ id, tax_collectable, combined_tax_rate }) => ({
    line: id,
    name: 'Sales tax',
    rate: Number((combined_tax_rate * 100).toFixed(4)),
    cents: Math.round(tax_collectable * 100),
  }))
  // TaxJar rounds the sum as well: the highest tax takes the difference of some cents.
  const difference = amounts.reduce((rest, { cents }) => rest - cents, total)
  const [highest] = amounts.toSorted((left, right) => right.cents - left.cents)
  if (highest) highest.cents += difference
  else if (total !== 0) throw new Error('TaxJar returned a tax without its lines')
  const toAmount = (cents: number) => (cents / 100).toFixed(2)
  return {
    amounts: amounts.map(({ cents, ...amount }) => ({ ...amount, amount: toAmount(cents) })),
    total: toAmount(total),
  }
}

interface Taxed {
  readonly tax_collectable: number
  readonly combined_tax_rate: number
}
interface Tax {
  readonly amount_to_collect: number
  /** Absent if there is no nexus, and so no tax. */
  readonly breakdown?: {
    readonly shipping?: Taxed
    readonly line_items?: readonly (Taxed & { readonly id: string })[]
  }
}
