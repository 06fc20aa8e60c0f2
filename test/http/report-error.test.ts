import { describe, expect, it } from 'vitest'
import { reportError } from '../../src/http/report-error.js'

const request = new Request('https://shop.example/')
const error = new Error('the storage is down')

describe('reportError', () => {
  it('passes the error and the request to the log of the host', () => {
    const calls: unknown[] = []
    reportError((...args) => calls.push(args), error, request)
    expect(calls).toEqual([[error, request]])
  })

  it.each([
    ['is absent', undefined],
    [
      'throws',
      () => {
        throw new Error('the log is full')
      },
    ],
    ['rejects', () => Promise.reject(new Error('the log is full'))],
    ['never ends', () => new Promise(() => {})],
  ])('neither throws nor waits if the log %s', (_, onError) => {
    // A rejection that nothing handles would fail the run.
    expect(reportError(onError, error, request)).toBeUndefined()
  })
})
