import { describe, expect, it } from 'vitest'
import type { PaymentPartRequest } from '../../../src/quote/pricing/pricing-request.js'
import { markup, request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

const plan = [
  { label: 'Deposit', type: 'percent', value: '30', due: 'acceptance' },
  { label: 'Goods', type: 'amount', value: '100.00', due: 'delivery', days: 14 },
  { label: 'Last part', type: 'rest', due: '2030-12-31' },
] as const satisfies readonly PaymentPartRequest[]

/** A desk with a quote of 449.40, whose deposit is 134.82. */
async function deskWith(payment_plan?: readonly PaymentPartRequest[], locale = 'en') {
  const engine = sampleEngine({ tax: undefined })
  const { quoteId } = await engine.createQuote(seller, { ...request, payment_plan })
  const load = async () => (await engine.getQuote(seller, quoteId)).quote
  const path = `/quotes/${quoteId}`
  return { engine, desk: sampleDesk({ engine, locale }), quoteId, load, path }
}

/** Returns the fields of a row of the plan. */
function rowOf(index: number, row: Readonly<Record<string, string>>) {
  const entries = Object.entries(row)
  return Object.fromEntries(
    entries.map(([name, value]) => [`payment_plan[${index}].${name}`, value]),
  )
}

/** Returns the fields of the plan that a form sends. */
function planFields(html: string) {
  return Object.entries(formFields(html)).filter(([name]) => name.startsWith('payment_plan'))
}

/** Returns the row of the totals that has the plan. */
function planRow(html: string): string {
  return html.split('data-amount="payment_plan"')[1]?.split('</tr>')[0] ?? ''
}

describe('the payment plan of a form', () => {
  it('is as it is stored, and is not sent if something else is changed', async () => {
    const { desk, load, path } = await deskWith(plan)
    const before = await load()
    const { html } = await desk.get(path)
    expect(Object.fromEntries(planFields(html))).toMatchObject({
      'payment_plan[0].type': ['percent'],
      'payment_plan[0].value': ['30'],
      'payment_plan[1].due': ['delivery'],
      'payment_plan[1].days': ['14'],
      'payment_plan[2].value': [''],
      'payment_plan[2].due': ['day'],
      'payment_plan[2].day': ['2030-12-31'],
      'payment_plan[3].type': ['percent'],
      'payment_plan[3].due': ['acceptance'],
    })
    await desk.post(path, changed(html, { title: 'Chairs' }))
    const after = await load()
    expect(after.title).toBe('Chairs')
    expect(after.payment_plan).toEqual(before.payment_plan)
  })

  it('gets the rest by itself, due on delivery, and names for its parts', async () => {
    const { desk, load, path } = await deskWith()
    const { html } = await desk.get(path)
    expect(textOf(html)).toContain('Without a part for the rest, a balance on delivery is added')
    const { location } = await desk.post(path, changed(html, rowOf(0, { value: '30' })))
    expect(location).toBe(`${path}?done=saved`)
    const { payment_plan: stored = [] } = await load()
    expect(stored).toMatchObject([
      { label: 'Payment 1', type: 'percent', value: '30', due: 'acceptance' },
      { label: 'Balance', type: 'rest', due: 'delivery' },
    ])
    expect(stored[1]).not.toHaveProperty('value')
  })

  it('is one of a new quote, in the notation of the desk', async () => {
    const engine = sampleEngine({ tax: undefined })
    const desk = sampleDesk({ engine, locale: 'de' })
    const { html } = await desk.get('/quotes/new')
    const { location = '' } = await desk.post('/quotes/new', {
      ...changed(html, { 'products[0].id': '118', 'customer.name': 'Ada' }),
      ...rowOf(0, { value: '12,5', label: 'Anzahlung', due: 'order', days: '10' }),
      ...rowOf(1, { type: 'amount', value: '20,50 €', due: 'day', day: '2030-01-31' }),
    })
    const [, quoteId = ''] = /^\/quotes\/([^?]+)\?done=created$/.exec(location) ?? []
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote.payment_plan).toMatchObject([
      { label: 'Anzahlung', value: '12.5', due: 'order', days: 10 },
      { label: 'Zahlung 2', type: 'amount', value: '20.50', due: '2030-01-31' },
      { label: 'Restzahlung', type: 'rest', due: 'delivery' },
    ])
  })

  it('keeps a rest that is due otherwise, whatever is typed beside what does not count', async () => {
    const { desk, load, path } = await deskWith()
    const { html } = await desk.get(path)
    const rest = { type: 'rest', value: 'x', due: 'day', days: 'y', day: '2030-05-01' }
    await desk.post(path, changed(html, { ...rowOf(0, rest) }))
    expect((await load()).payment_plan).toEqual([
      { label: 'Balance', type: 'rest', due: '2030-05-01', amount: '449.40' },
    ])
  })

  it('is removed with its last part', async () => {
    const { desk, load, path } = await deskWith(plan)
    const { html } = await desk.get(path)
    const remove = [0, 1, 2].map((index) => rowOf(index, { remove: 'yes' }))
    const sent = changed(html, Object.assign({}, ...remove))
    expect((await desk.post(path, sent)).location).toBe(`${path}?done=saved`)
    expect(await load()).not.toHaveProperty('payment_plan')
  })

  it('loses no part if the form was cut off', async () => {
    const { desk, load, path } = await deskWith(plan)
    const { version = [] } = formFields((await desk.get(path)).html)
    const sent = { version, part: 'content', action: 'save', ...rowOf(0, { value: '20' }) }
    await desk.post(path, sent)
    const { payment_plan: stored } = await load()
    expect(stored).toMatchObject([{ ...plan[0], value: '20' }, plan[1], plan[2]])
  })

  it('is folded, and says what is paid when, with the amounts', async () => {
    const { desk, path } = await deskWith(plan)
    const row = planRow((await desk.get(path)).html)
    expect(row).toContain('<details class="terms-of">')
    expect(textOf(`<${row}`)).toContain(
      'Payment plan Deposit: 30%, on acceptance Goods: 100.00, 14 days after delivery ' +
        'Last part: on 2030-12-31',
    )
    expect(row).toContain('134.82\n100.00\n214.58</td>')
  })

  it('adds at most 2.2 KB to the form of a quote without a plan', async () => {
    const { desk, path } = await deskWith()
    const row = planRow((await desk.get(path)).html)
    expect(row.length).toBeLessThan(2_200)
    expect(row).toContain('<details class="terms-of">')
  })

  it.each([
    ['an unknown type', { type: 'tax', value: '1' }, 'type', 'must be percent, amount or rest'],
    ['no number', { value: 'x' }, 'value', 'must be a number such as'],
    ['no value', { label: 'Deposit' }, 'value', 'is required, unless the type is rest'],
    ['a percent above 100', { value: '101' }, 'value', 'must be a percent up to 100'],
    [
      'an amount of 0',
      { type: 'amount', value: '0' },
      'value',
      'must be a percent or an amount above 0',
    ],
    [
      'an amount below 0',
      { type: 'amount', value: '-1' },
      'value',
      'must be a percent or an amount above 0',
    ],
    ['a huge amount', { type: 'amount', value: '9'.repeat(90) }, 'value', 'must be'],
    ['a long label', { value: '1', label: 'x'.repeat(256) }, 'label', '1 to 255 characters'],
    ['an unknown event', { value: '1', due: '__proto__' }, 'due', 'must be acceptance, order'],
    ['no day', { value: '1', due: 'day' }, 'day', 'or a day such as 2026-12-31'],
    ['a day of no calendar', { value: '1', due: 'day', day: '2030-02-30' }, 'day', 'or a day'],
    ['days of words', { value: '1', days: 'ten' }, 'days', 'must be a number such as'],
    ['too many days', { value: '1', days: '3651' }, 'days', 'must be an integer from 1 to 3650'],
  ])('with %s is rejected at its field', async (_, row, field, message) => {
    const { engine, desk, quoteId, path } = await deskWith()
    const { html } = await desk.get(path)
    const response = await desk.post(path, changed(html, rowOf(0, row)))
    expect(response.status).toBe(422)
    const id = `f-payment_plan_0__${field}`
    expect(response.html).toContain(`href="#${id}"`)
    expect(response.html.split(`id="${id}-error">`)[1]?.split('</p>')[0]).toContain(message)
    expect(planRow(response.html)).toContain('<details class="terms-of" open>')
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
  })

  it('with more than 100 percent in all is rejected above its parts', async () => {
    const { desk, path } = await deskWith()
    const { html } = await desk.get(path)
    const sent = { ...rowOf(0, { value: '60' }), ...rowOf(1, { value: '50' }) }
    const response = await desk.post(path, changed(html, sent))
    expect(response.status).toBe(422)
    expect(response.html).toContain('<a href="#f-payment_plan">Payment plan</a>')
    const error = response.html.split('id="f-payment_plan-error">')[1]?.split('</p>')[0]
    expect(error).toContain('must have percents up to 100 in all, received 110')
  })

  it('is rejected if it has too many parts', async () => {
    const { engine, desk, quoteId, path } = await deskWith()
    const { html } = await desk.get(path)
    const many = (count: number) =>
      Object.assign(
        {},
        ...Array.from({ length: count }, (_, index) => rowOf(index, { value: '1' })),
      )
    const response = await desk.post(path, changed(html, many(61)))
    expect(response.status).toBe(422)
    expect(textOf(response.html)).toContain('must have at most 60 parts')
    expect((await desk.post(path, changed(html, many(62)))).status).toBe(413)
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
    expect((await desk.post(path, changed(html, many(59)))).location).toBe(`${path}?done=saved`)
  })

  it('shows markup in labels as text', async () => {
    const [first, ...others] = plan
    const { desk, path } = await deskWith([{ ...first, label: markup }, ...others])
    const { html } = await desk.get(path)
    expect(html).not.toMatch(/<script>|<img/)
    expect(formFields(html)['payment_plan[0].label']).toEqual([markup])
  })

  it('of both is one difference in words', async () => {
    const { engine, desk, quoteId, load, path } = await deskWith(plan)
    const { html } = await desk.get(path)
    await engine.updateQuote(seller, quoteId, { payment_plan: [{ ...plan[2], due: 'order' }] })
    const conflict = await desk.post(path, changed(html, rowOf(0, { value: '25', days: '1' })))
    expect(conflict.status).toBe(409)
    const text = textOf(conflict.html)
    expect(text).toContain('Payment plan')
    expect(text).toContain(
      'Deposit: 25%, 1 day after acceptance; Goods: 100.00, 14 days after delivery; ' +
        'Last part: on 2030-12-31',
    )
    expect(text).toContain('Last part: on order')
    const picks = Object.keys(formFields(conflict.html, 'class="conflict"'))
    const name = picks.find((each) => each.startsWith('pick')) as string
    const sent = changed(conflict.html, { [name]: 'mine' }, 'save', 'class="conflict"')
    expect((await desk.post(path, sent)).location).toBe(`${path}?done=saved`)
    expect((await load()).payment_plan).toMatchObject([
      { ...plan[0], value: '25', days: 1 },
      plan[1],
      plan[2],
    ])
  })

  it('is saved although a payment was recorded meanwhile', async () => {
    const { engine, desk, quoteId, load, path } = await deskWith(plan)
    const { html } = await desk.get(path)
    await engine.recordPayment(seller, quoteId, { id: 'pay-1', amount: '5' })
    const { location } = await desk.post(path, changed(html, rowOf(0, { value: '25' })))
    expect(location).toBe(`${path}?done=saved`)
    expect((await load()).payment_plan?.[0]).toMatchObject({ value: '25' })
    expect((await load()).payments).toHaveLength(1)
  })

  it('shows the amounts of what is typed before anything is saved', async () => {
    const { desk, load, path } = await deskWith()
    const { html } = await desk.get(path)
    const sent = changed(html, rowOf(0, { type: 'amount', value: '49.40' }), 'totals')
    const { amounts } = JSON.parse((await desk.post(`${path}/preview`, sent)).html)
    expect(amounts.payment_plan).toBe('49.40\n400.00')
    const again = await desk.post(path, sent)
    expect(textOf(planRow(again.html))).toContain('49.40 Remove Payment 1')
    expect(await load()).not.toHaveProperty('payment_plan')
  })

  it('says at the plan that it asks for more than the quote costs once it is sent', async () => {
    const { desk, quoteId } = await deskWith([
      { label: 'Much', type: 'amount', value: '5000', due: 'order' },
      { label: 'Rest', type: 'rest', due: 'delivery' },
    ])
    const sent = { expectedVersion: '1', key: 'key-1' }
    const { status, html } = await desk.post(`/quotes/${quoteId}/send`, sent)
    expect(status).toBe(422)
    expect(textOf(html)).toContain('Payment plan: must ask for at most 449.4')
  })
})

describe('the form of a template', () => {
  it('has no payment plan', async () => {
    const { html } = await sampleDesk().get('/templates/new')
    expect(planFields(html)).toEqual([])
  })
})
