import { describe, expect, it } from 'vitest'
import { statusEngine } from '../lifecycle/quotes-in-every-status.js'
import { markup, sampleDesk, seller, textOf, unescaped } from '../sample-desk.js'

async function changed() {
  const { engine } = statusEngine()
  const desk = sampleDesk({ engine })
  const { quoteId } = await engine.createQuote(seller, {
    customer: { name: 'Ada', city: 'London' },
    products: [
      { id: 118, qty: 2 },
      { id: 204, qty: 4 },
    ],
    currency: 'EUR',
  })
  await engine.updateQuote(seller, quoteId, {
    customer: { name: 'Grace', city: null, email: 'g@x.test' },
    product_changes: [
      { key: '1-1', qty: 3 },
      { key: '1-2', remove: true },
      { name: 'Set-up', price: '99.50', qty: 1 },
    ],
    tag_list: ['Hot', 'New'],
    discounts: [{ type: 'percent', value: 10, label: 'Spring' }],
  } as never)
  const path = (query: string) => `/quotes/${quoteId}/differences${query}`
  return { engine, desk, quoteId, path, show: (query = '') => desk.get(path(query)) }
}

describe('showDifferences', () => {
  it('shows two versions side by side, with words for what happened', async () => {
    const { show } = await changed()
    const { html, status } = await show('?from=1&to=2')
    expect(status).toBe(200)
    const text = textOf(html)
    expect(text).toContain('Name ± changed Ada Grace')
    expect(text).toContain('City − removed London none')
    expect(text).toContain('Email + added none g@x.test')
    expect(text).toContain('± changed Oak chair (OC-118) Quantity ± changed 2 3')
    expect(text).toContain('Line total ± changed €299.90 €449.85')
    expect(text).toContain('+ added Set-up')
    expect(text).toContain('− removed Felt pad (FP-204)')
    expect(text).toContain('Tags + added none Hot, New')
    expect(text).toContain('Discounts + added none Spring (10%) -€54.94')
  })

  it('compares the current version with the one before by default', async () => {
    const { show } = await changed()
    expect(textOf((await show()).html)).toContain('From version 1 to version 2')
  })

  it('compares backwards, and a version with itself', async () => {
    const { show } = await changed()
    expect(textOf((await show('?from=2&to=1')).html)).toContain('Name ± changed Grace Ada')
    expect(textOf((await show('?from=2&to=2')).html)).toContain('have the same content')
  })

  it('aligns amounts, and marks cells with their version for narrow screens', async () => {
    const { html } = await (await changed()).show('?from=1&to=2')
    expect(html).toMatch(/<td class="number" data-label="Version 1"><span class="amount">€299\.90</)
  })

  it('shows no row for what is empty in both versions', async () => {
    const { engine, quoteId, show } = await changed()
    await engine.updateQuote(seller, quoteId, { customer: { company: '', city: 'Paris' } })
    const { html } = await show('?from=2&to=3')
    expect(textOf(html)).toContain('City + added none Paris')
    expect(textOf(html)).not.toContain('none none')
    expect(textOf(html)).not.toContain('Company')
    await engine.updateQuote(seller, quoteId, { customer: { company: null } })
    expect(textOf((await show('?from=3&to=4')).html)).toContain('have the same content')
  })

  it('shows a payment plan and payments in words, as does the page of a version', async () => {
    const { engine, desk, quoteId, show } = await changed()
    const payment_plan = [
      { label: 'Deposit', type: 'percent', value: 30, due: 'acceptance', days: 14 },
      { label: markup, type: 'rest', due: '2030-01-31' },
    ] as const
    await engine.updateQuote(seller, quoteId, { payment_plan })
    await engine.recordPayment(seller, quoteId, { id: 'pay-1', amount: '50' })
    await engine.recordPayment(seller, quoteId, { id: markup, amount: '5', type: 'failed' })
    const { html } = await show('?from=2&to=3')
    expect(textOf(html)).toContain(
      'Payment plan + added none Deposit (30%, 14 days after acceptance): €148.32; ' +
        `${markup} (on January 31, 2030): €346.09`,
    )
    const payments = `Received €50.00, Nov 14, 2023, 10:13 PM, pay-1; Failed €5.00, Nov 14, 2023, 10:13 PM, ${markup}`
    expect(textOf((await show('?from=3&to=5')).html)).toContain(`Payments + added none ${payments}`)
    const version = await desk.get(`/quotes/${quoteId}/versions/5`)
    expect(textOf(version.html)).toContain(`Payments ${payments}`)
    expect(textOf(version.html)).toContain('Deposit (30% 14 days after acceptance) €148.32')
    for (const page of [html, version.html]) expect(page).not.toMatch(/<script|<img|{&quot;/)
  })

  it('finds no versions that do not exist', async () => {
    const { show } = await changed()
    for (const query of ['?from=0', '?from=1&to=3', '?to=x', '?from=-1', `?from=${'9'.repeat(99)}`])
      expect((await show(query)).status).toBe(404)
  })

  it('shows markup as text', async () => {
    const { engine, quoteId, show } = await changed()
    await engine.updateQuote(seller, quoteId, {
      customer: { name: markup, [markup]: markup },
      product_changes: [{ name: markup, price: '1.00', qty: 1, note: markup }],
      tag_list: ['<script>'],
    } as never)
    const { html } = await show()
    expect(html).not.toMatch(/<script|<img/)
    expect(unescaped(html).split(markup).length).toBeGreaterThan(5)
  })

  it('compares every pair of versions of a whole life', async () => {
    const { engine, createIn } = statusEngine()
    const desk = sampleDesk({ engine })
    for (const status of ['ordered', 'pending order', 'draft', 'declined'] as const) {
      const quoteId = await createIn(status)
      const { version } = await engine.getQuote(seller, quoteId)
      for (let from = 1; from <= version; from += 1)
        for (let to = 1; to <= version; to += 1) {
          const response = await desk.get(`/quotes/${quoteId}/differences?from=${from}&to=${to}`)
          expect(response.status).toBe(200)
          expect(response.html).not.toMatch(/\[object|undefined|NaN/)
        }
    }
  })
})
