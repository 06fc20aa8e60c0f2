import { describe, expect, it } from 'vitest'
import type { ApprovalOptions } from '../../../src/engine/approvals.js'
import { QuoteError } from '../../../src/errors.js'
import { discountAbove } from '../../../src/quote/approvals/approval-rules.js'
import {
  markup,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  textOf,
  unescaped,
} from '../sample-desk.js'

const approvals: ApprovalOptions = {
  require: discountAbove(40, { by: 'Sales lead' }),
  mayApprove: ({ actor }, { requested }) =>
    requested.by !== actor || 'somebody else than who asks must approve',
}

const requirement = 'discount-above-40'
const lead = { ...seller, actor: 'lea', name: 'Lea Lead' }

/** A desk with a quote whose first line is offered for much less. */
async function deskWithDiscount(options: Partial<ApprovalOptions> = {}) {
  const desk = sampleDesk({ engine: sampleEngine({ approvals: { ...approvals, ...options } }) })
  const { engine } = desk
  const { quoteId } = await engine.createQuote(seller, request)
  await engine.updateQuote(seller, quoteId, { products: [{ id: 118, quote: '20.00' }] })
  const path = `/quotes/${quoteId}`
  const act = async (name: string, fields: Readonly<Record<string, string>> = {}) => {
    const { version } = await engine.getQuote(seller, quoteId)
    const named = Object.entries(fields).map(([field, value]) => [`${name}.${field}`, value])
    return desk.post(`${path}/${name}`, {
      expectedVersion: String(version),
      key: `${name} ${version} ${desk.user?.actor}`,
      ...Object.fromEntries(named),
    })
  }
  const page = async () => textOf((await desk.get(path)).html)
  return { desk, engine, quoteId, path, act, page }
}

describe('the desk', () => {
  it('says what must be approved if a quote is sent without it', async () => {
    const { act } = await deskWithDiscount()
    const { status, html } = await act('send')
    expect(status).toBe(409)
    expect(textOf(html)).toMatch(
      /must be approved before it is sent: Discount of [\d.]+ %, more than 40 % \(not requested, Sales lead\)/,
    )
  })

  it('requests, rejects and approves with notes, which the page shows', async () => {
    const { desk, engine, quoteId, act, page } = await deskWithDiscount()
    const requested = await act('request-approval', { note: `A large order ${markup}` })
    expect(requested.location).toContain('done=approval-requested')
    expect(await page()).toContain('Waiting')
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(html).not.toContain('<script>alert(1)')
    expect(unescaped(html)).toContain(`A large order ${markup}`)
    desk.user = lead
    await act('reject-approval', { requirement, note: 'At most 40 %' })
    expect(await page()).toMatch(/Rejected Discount of .* by Sales lead/)
    expect(await page()).toMatch(/Rejected by Lea Lead\s*,.*At most 40 %/s)
    const approved = await act('approve', { requirement, note: 'Fine, for once' })
    expect(approved.location).toContain('done=approved')
    expect(await page()).toContain('Fine, for once')
    expect((await act('send')).location).toContain('done=sent')
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote.approvals).toMatchObject([{ status: 'approved', decided: { by: 'lea' } }])
    expect(await page()).toContain('Approved by Lea Lead')
  })

  it('does not show that nothing must be approved if that cannot be read', async () => {
    const { engine, quoteId, path } = await deskWithDiscount()
    const desk = (requiredApprovals: () => Promise<never>) =>
      sampleDesk({ engine: { ...engine, requiredApprovals } }).get(path)
    const failing = await desk(async () => {
      throw new QuoteError('storage_failed', { operation: 'load' })
    })
    expect(failing.status).toBe(503)
    const ofHost = await desk(async () => {
      throw new QuoteError('callback_failed', { option: 'approvals.require' })
    })
    expect(ofHost.status).toBe(200)
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('new')
  })

  it('says why an approval is not for the user, and keeps the note', async () => {
    const { act, page } = await deskWithDiscount()
    await act('request-approval')
    const { status, html } = await act('approve', { requirement, note: 'My own' })
    expect(status).toBe(403)
    expect(textOf(html)).toContain('somebody else than who asks must approve')
    expect(html).toContain('My own')
    expect(await page()).toContain('Waiting')
  })

  it('asks for a note to a rejection at its field', async () => {
    const { desk, act } = await deskWithDiscount()
    await act('request-approval')
    desk.user = lead
    const { status, html } = await act('reject-approval', { requirement })
    expect(status).toBe(422)
    expect(html).toContain('id="f-reject-approval_note-error"')
  })

  it('says that nothing must be approved', async () => {
    const { act, engine, quoteId } = await deskWithDiscount()
    await engine.updateQuote(seller, quoteId, { products: [{ id: 118, quote: '149.95' }] })
    expect((await act('request-approval')).location).toContain('done=nothing-to-approve')
  })

  it('asks again if the quote has changed since the page was opened', async () => {
    const { desk, engine, quoteId, path } = await deskWithDiscount()
    const { version } = await engine.requestApproval(seller, quoteId)
    await engine.updateQuote(seller, quoteId, { customer: { city: 'Paris' } })
    desk.user = lead
    const { status, html } = await desk.post(`${path}/approve`, {
      expectedVersion: String(version),
      key: 'k',
      'approve.requirement': requirement,
    })
    expect(status).toBe(409)
    expect(textOf(html)).toContain('The quote has changed meanwhile')
    expect((await engine.getQuote(seller, quoteId)).quote.approvals).toMatchObject([
      { status: 'pending' },
    ])
  })

  it('lists what waits for an approval, with the count in the navigation of every page', async () => {
    const { desk, act, quoteId } = await deskWithDiscount()
    const navigation = async (path = '/tags') => {
      const { html } = await desk.get(path)
      return textOf(/<nav class="sections" aria-label="Desk">.*?<\/nav>/s.exec(html)?.[0] ?? '')
    }
    expect(await navigation()).toMatch(/Quotes\s+To approve\s+Customers/)
    const empty = await desk.get('/?approval=pending')
    expect(textOf(empty.html)).toContain('Nothing waits for an approval')
    await act('request-approval')
    expect(await navigation()).toMatch(/To approve\s+1\s+Customers/)
    const { html } = await desk.get('/?approval=pending')
    expect(html).toContain(`/quotes/${quoteId}"`)
    expect(textOf(html)).toContain('Quotes to approve')
    expect(html).toMatch(/approval=pending" aria-current="page"/)
    const invalid = await desk.get('/?approval=nonsense')
    expect(invalid.status).toBe(422)
  })

  it('shows approvals in the history, the versions and the differences', async () => {
    const { desk, act, path } = await deskWithDiscount()
    await act('request-approval')
    const history = textOf((await desk.get(`${path}/history`)).html)
    expect(history).toContain('Approval requested')
    const version = textOf((await desk.get(`${path}/versions/3`)).html)
    expect(version).toMatch(/Approvals\s+Discount of .* %: Waiting/)
  })

  it('of an engine without approvals shows and counts none', async () => {
    let counted = 0
    const inner = sampleEngine()
    const engine = {
      ...inner,
      countQuotes: (...args: Parameters<typeof inner.countQuotes>) => {
        counted += 1
        return inner.countQuotes(...args)
      },
    }
    const desk = sampleDesk({ engine })
    expect((await desk.get('/tags')).html).not.toContain('To approve')
    expect(counted).toBe(0)
  })

  it('shows its pages even if it may not count', async () => {
    const permit = (_: unknown, operation: string) => operation !== 'countQuotes' || 'no counts'
    const desk = sampleDesk({ engine: sampleEngine({ approvals, permit }) })
    expect((await desk.get('/tags')).status).toBe(200)
  })
})
