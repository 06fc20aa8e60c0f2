import { describe, expect, it } from 'vitest'
import type { CustomerPageOptions, PaymentToStart } from '../../src/customer-page/options.js'
import { en } from '../../src/customer-page/strings/en.js'
import { buyer, links, samplePage, seller } from './sample-page.js'

const plan = [
  { label: 'Deposit <b>', type: 'percent', value: 30, due: 'acceptance' },
  { label: 'Balance', type: 'rest', due: 'delivery', days: 14 },
] as const

async function page(
  request: object = { payment_plan: plan },
  options: Partial<CustomerPageOptions> = {},
) {
  const sample = samplePage(options)
  const { quoteId } = await sample.send(request)
  const url = async () => links.createUrl(await sample.engine.getQuote(seller, quoteId))
  const text = async () => (await sample.get(await url())).text
  const accept = () => sample.engine.acceptQuote(buyer, quoteId, { revision: 1, name: 'Ada' })
  return { ...sample, quoteId, url, text, accept }
}

/** Returns the text of the card, without its tags; undefined if there is none. */
function cardOf(text: string): string | undefined {
  const [card] = /<section class="card payment".*?<\/section>/s.exec(text) ?? []
  return card
    ?.replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

describe('the page of an offer with a payment plan', () => {
  it('lists the parts below the total and where the offer is accepted', async () => {
    const text = await (await page()).text()
    expect(text.split('Deposit &lt;b&gt; (30% on acceptance)').length).toBeGreaterThan(2)
    expect(text).toContain('Balance (14 days after delivery)')
    expect(cardOf(text)).toBeUndefined()
  })

  it('says once it is accepted what is due now, and what is paid and open', async () => {
    const { text, accept, engine, quoteId } = await page()
    await accept()
    expect(cardOf(await text())).toBe(
      'Payment Due now €96.00 Deposit &lt;b&gt; on acceptance · Due now €96.00 ' +
        'Balance 14 days after delivery €224.00',
    )
    await engine.recordPayment(seller, quoteId, { id: 'pay-1', amount: '96.00' })
    expect(cardOf(await text())).toBe(
      'Payment Deposit &lt;b&gt; on acceptance · Paid €96.00 ' +
        'Balance 14 days after delivery €224.00 Paid €96.00 Still open €224.00',
    )
  })

  it('says what is paid back once a paid quote is canceled', async () => {
    const { text, accept, engine, quoteId } = await page()
    await accept()
    await engine.recordPayment(seller, quoteId, { id: 'pay-1', amount: '96.00' })
    await engine.cancelQuote(seller, quoteId)
    expect(cardOf(await text())).toContain(`Paid €96.00 ${en.toRefund} €96.00`)
  })
})

it('the page of an accepted offer without a payment plan has no card of payments', async () => {
  const { text, accept } = await page({})
  await accept()
  expect(cardOf(await text())).toBeUndefined()
})

describe('the button that pays', () => {
  async function accepted(startPayment: CustomerPageOptions['startPayment']) {
    const sample = await page(undefined, { startPayment })
    await sample.accept()
    const url = await sample.url()
    return { ...sample, link: url, pay: () => sample.submit(url, 'pay') }
  }

  it('leads to the page of the provider, by a header and a link, without a script', async () => {
    const { pay } = await accepted(() => 'https://pay.example/s/1?a=1&b="2"')
    const { status, headers, text } = await pay()
    const address = 'https://pay.example/s/1?a=1&b=%222%22'
    expect([status, headers.get('refresh')]).toEqual([200, `0; url=${address}`])
    expect(text).toContain(`href="${address.replace('&', '&amp;')}"`)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('passes what is due with a key that stays the same until something is paid', async () => {
    const started: PaymentToStart[] = []
    const { pay, engine, quoteId, link } = await accepted((payment) => {
      started.push(payment)
      return 'https://pay.example/'
    })
    await pay()
    await pay()
    await engine.recordPayment(seller, quoteId, { id: 'pay-1', amount: '90.00' })
    await pay()
    const [first, second, third] = started
    expect(first).toMatchObject({ amount: '96.00', currency: 'EUR', lang: 'en' })
    expect(first?.key).toMatch(/^[\w-]{43}$/)
    expect(first?.returnUrl).toBe(`${link}?done=paid#payment`)
    expect(first?.record.quoteId).toBe(quoteId)
    expect(second?.key).toBe(first?.key)
    expect(third).toMatchObject({ amount: '6.00' })
    expect(third?.key).not.toBe(first?.key)
  })

  it('is not there before the acceptance, once all that is due is paid, or without a provider', async () => {
    const startPayment = () => 'https://pay.example/'
    const { text, accept, engine, quoteId } = await page(undefined, { startPayment })
    expect(await text()).not.toContain('value="pay"')
    await accept()
    expect(await text()).toContain('Pay €96.00 now')
    await engine.recordPayment(seller, quoteId, { id: 'pay-1', amount: '96.00' })
    expect(await text()).not.toContain('value="pay"')
    const without = await page()
    await without.accept()
    expect(await without.text()).not.toContain('value="pay"')
  })

  it('starts nothing for a form that is sent once what is due is paid', async () => {
    let calls = 0
    const startPayment = () => {
      calls += 1
      return 'https://pay.example/'
    }
    const { engine, quoteId, get, post, link } = await accepted(startPayment)
    const { text } = await get(link)
    const form = /<form[^>]*>(?:(?!<\/form>).)*value="pay".*?<\/form>/s.exec(text)?.[0] ?? ''
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    )
    await engine.recordPayment(seller, quoteId, { id: 'pay-1', amount: '96.00' })
    const { status, text: shown } = await post(link, Object.fromEntries(fields))
    expect([status, shown.includes(en.notPossible), calls]).toEqual([409, true, 0])
    const forged = { ...Object.fromEntries(fields), token: 'forged' }
    expect((await post(link, forged)).status).toBe(403)
  })

  it.each([
    () => 'javascript:alert(1)',
    () => '/relative',
    () => 4711 as never,
    () => {
      throw new Error('unreachable')
    },
    async () => Promise.reject('a string'),
  ])('says that the provider cannot be reached, and tells the host: %#', async (startPayment) => {
    const { pay, errors } = await accepted(startPayment as never)
    const { status, text, headers } = await pay()
    expect([status, headers.get('refresh')]).toEqual([502, null])
    expect(text).toContain(en.payFailed)
    expect(errors).toHaveLength(1)
  })

  it('waits for the confirmation once the customer is back, until it is recorded', async () => {
    const { get, link, engine, quoteId } = await accepted(() => 'https://pay.example/')
    expect((await get(`${link}?done=paid`)).text).toContain(en.payPending)
    await engine.recordPayment(seller, quoteId, { id: 'pay-1', amount: '96.00' })
    expect((await get(`${link}?done=paid`)).text).not.toContain(en.payPending)
  })
})
