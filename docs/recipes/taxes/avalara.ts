import type { TaxRate, TaxRequest } from 'quotewright'
import { type Customer, netRequest, type TaxAmount, type TaxPort } from 'quotewright'

interface AvalaraOptions {
  readonly accountId: string
  readonly licenseKey: string
  readonly companyCode: string
  /** The currency of quotes without one. */
  readonly currency: string
  /** `https://sandbox-rest.avatax.com` for tests. */
  readonly baseUrl?: string
  /** What prices that include taxes contain, for a customer who pays others. */
  readonly included?: (request: TaxRequest) => readonly TaxRate[] | undefined
}

export function avalaraTax(options: AvalaraOptions): TaxPort {
  const { accountId, licenseKey, baseUrl = 'https://rest.avatax.com' } = options
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountId}:${licenseKey}`).toString('base64')}`,
    'content-type': 'application/json',
  }
  return {
    async calculateTaxes(asked, { signal }) {
      const included = asked.inclusive ? options.included?.(asked) : undefined
      const request = included ? netRequest(asked, included) : asked
      if (request.decimals !== 2) return { rejected: 'AvaTax needs a currency with two decimals' }
      const url = `${baseUrl}/api/v2/transactions/create?$include=Details`
      const body = JSON.stringify(toTransaction(request, options))
      const response = await fetch(url, { method: 'POST', headers, body, signal })
      if (response.status === 400) {
        const { error } = (await response.json()) as ErrorResult
        if (addressErrors.has(error.code)) return { rejected: error.message }
        throw new Error(`AvaTax: ${error.message}`)
      }
      if (!response.ok) throw new Error(`AvaTax responded with ${response.status}`)
      const { code, lines } = (await response.json()) as Transaction
      return { ...sumUp(lines), reference: code, included }
    },
  }
}

function toTransaction(request: TaxRequest, { companyCode, currency }: AvalaraOptions) {
  const {
    quoteId,
    customer,
    to = customer,
    from,
    inclusive: taxIncluded,
    lines,
    shipping,
  } = request
  return {
    type: 'SalesOrder',
    code: quoteId.slice(0, 50),
    companyCode,
    date: new Date(request.date).toISOString().slice(0, 10),
    customerCode: (customer.customer_code || quoteId).slice(0, 50),
    businessIdentificationNo: customer.tax_id,
    entityUseCode: customer.entity_use_code,
    exemptionNo: customer.exemption_no,
    currencyCode: request.currency ?? currency,
    addresses: { shipFrom: from && toAddress(from), shipTo: toAddress(to) },
    lines: [
      ...lines.map(({ key, qty, amount, taxCode, sku, name }) => ({
        number: key,
        quantity: qty,
        amount: Number(amount),
        taxCode,
        itemCode: sku?.slice(0, 50),
        description: name,
        taxIncluded,
      })),
      ...(shipping ? [toShippingLine(shipping, taxIncluded)] : []),
    ],
  }
}

function toShippingLine({ name, amount, taxCode }: Shipping, taxIncluded: boolean) {
  const line = { number: 'shipping', quantity: 1, amount: Number(amount), taxIncluded }
  return { ...line, taxCode: taxCode ?? 'FR', description: name } // FR: freight
}

function toAddress(address: Customer) {
  return {
    line1: address.address,
    line2: address['address-2'],
    city: address.city,
    region: address.state,
    postalCode: address.zipcode,
    country: address.country,
  }
}

/** Sums up the taxes of equal names and rates of a line, such as those of two districts. */
function sumUp(lines: Transaction['lines']) {
  const cents = new Map<string, number>()
  for (const { lineNumber, details } of lines)
    for (const { taxName, rate, tax } of details) {
      const key = JSON.stringify([lineNumber, taxName, Number((rate * 100).toFixed(4))])
      cents.set(key, (cents.get(key) ?? 0) + Math.round(tax * 100))
    }
  const amounts = [...cents].map(([key, sum]): TaxAmount => {
    const [line, name, rate] = JSON.parse(key)
    return { line, name, rate, amount: (sum / 100).toFixed(2) }
  })
  const total = [...cents.values()].reduce((sum, each) => sum + each, 0)
  return { amounts, total: (total / 100).toFixed(2) }
}

/** Errors that a better address corrects. */
const addressErrors = new Set([
  'AddressConflictException',
  'AddressLocationNotFound',
  'GetTaxError', // for example: the postal code is not in the state
  'InvalidAddress',
  'InvalidCountry',
  'InvalidCountryRegion',
  'InvalidPostalCode',
  'JurisdictionNotFoundError',
  'MissingAddress',
  'NotEnoughAddressesInfo',
])

type Shipping = NonNullable<TaxRequest['shipping']>
interface ErrorResult {
  readonly error: { readonly code: string; readonly message: string }
}
interface Transaction {
  readonly code: string
  readonly lines: readonly {
    readonly lineNumber: string
    readonly details: readonly {
      readonly taxName: string
      readonly rate: number
      readonly tax: number
    }[]
  }[]
}
