import { describe, expect, it } from 'vitest'
import { isQuoteError } from '../../src/errors.js'
import { context, engineWith, request } from '../engine/ports.js'

describe('possibleOperations', () => {
  it('returns what the engine accepts next, and whether the content can be edited', async () => {
    const engine = engineWith()
    const record = await engine.createQuote(context, request)
    const { transitions, canEdit } = engine.possibleOperations(context, record)
    expect(transitions).toContainEqual(expect.objectContaining({ operation: 'sendQuote' }))
    expect(canEdit).toBe(true)
    const sent = await engine.sendQuote(context, record.quoteId)
    expect(engine.possibleOperations(context, sent).canEdit).toBe(false)
  })

  it.each([[undefined], [null], ['quote-1'], [{}], [{ quote: { status: 'new' } }], [[]]])(
    'rejects %j, which is no record',
    (record) => {
      try {
        engineWith().possibleOperations(context, record as never)
        expect.fail('was accepted')
      } catch (error) {
        expect(isQuoteError(error) && error.code).toBe('invalid_request')
        expect(String(error)).toContain('must be a record such as getQuote returns')
      }
    },
  )
})
