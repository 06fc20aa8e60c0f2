import { describe, expect, it } from 'vitest'
import { en } from '../../src/customer-page/strings/en.js'
import { buyer, links, samplePage, seller } from './sample-page.js'

const plan = [
  { label: 'Deposit <b>', type: 'percent', value: 30, due: 'acceptance' },
  { label: 'Balance', type: 'rest', due: 'delivery', days: 14 },
] as const

async function page(request: object = { payment_plan: plan }) {
  const sample = samplePage()
  const { quoteId } = await sample.send(request)
  const text = async () => {
    const record = await sample.engine.getQuote(seller, quoteId)
    return (await sample.get(links.createUrl(record))).text
  }
  const accept = () => sample.engine.acceptQuote(buyer, quoteId, { revision: 1, name: 'Ada' })
  return { ...sample, quoteId, text, accept }
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
