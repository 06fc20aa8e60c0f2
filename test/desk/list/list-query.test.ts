import { describe, expect, it } from 'vitest'
import { fieldErrorsOf, toListRequest } from '../../../src/desk/list/load-list.js'
import { deskStrings } from '../../../src/desk/strings.js'

const none = {
  text: '',
  status: [],
  tag: '',
  owner: '',
  customer_id: '',
  company_id: '',
  follow_up: '',
  requested: '',
  suspicious: '',
  unpriced: '',
  approval: '',
  from: '',
  to: '',
  order: '',
  deleted: '',
  after: '',
}

describe('toListRequest', () => {
  it('has no options for an empty query', () => {
    expect(toListRequest(none, 'UTC', deskStrings.list)).toEqual({ options: {}, errors: {} })
  })

  it('takes both days from their first to their last instant, through daylight saving', () => {
    const query = { ...none, from: '2026-03-29', to: '2026-03-29' }
    expect(toListRequest(query, 'Europe/Berlin', deskStrings.list).options.created).toEqual({
      from: Date.parse('2026-03-28T23:00:00Z'),
      to: Date.parse('2026-03-29T22:00:00Z'),
    })
  })

  it.each(['0000-00-00', '2023-13-01', '10000-01-01', '2023-1-1', '__proto__'])(
    'rejects %s as a day',
    (day) => {
      const { options, errors } = toListRequest(
        { ...none, from: day, to: day },
        'UTC',
        deskStrings.list,
      )
      const message = deskStrings.list.invalidDate
      expect({ options, errors }).toEqual({ options: {}, errors: { from: message, to: message } })
    },
  )

  it('finds the follow-ups until a day, and leaves what is no day to the engine', () => {
    const followUpOf = (day: string) =>
      toListRequest({ ...none, follow_up: day }, 'Asia/Tokyo', deskStrings.list).options.followUp
    expect(followUpOf('2026-12-31')).toEqual({ to: '2026-12-31' })
    expect(followUpOf('soon')).toEqual({ to: 'soon' })
  })

  it('accepts the first and the last day of the calendar', () => {
    const query = { ...none, from: '1000-01-01', to: '9999-12-31' }
    expect(toListRequest(query, 'UTC', deskStrings.list).options.created).toEqual({
      from: Date.parse('1000-01-01'),
      to: Date.parse('9999-12-31') + 86_400_000,
    })
  })
})

describe('fieldErrorsOf', () => {
  it('names the fields of the form', () => {
    const errors = { 'status[3]': 'a', text: 'b', 'created.from': 'c' }
    expect(fieldErrorsOf(errors)).toEqual({ status: 'a', text: 'b', created: 'c' })
  })
})
