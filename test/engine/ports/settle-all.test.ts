import { describe, expect, it } from 'vitest'
import { settleAll } from '../../../src/engine/ports/call-port.js'

describe('settleAll', () => {
  it('returns all results in order', async () => {
    expect(await settleAll([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
  })

  it('rejects with the first error only after all promises have settled', async () => {
    const settled: string[] = []
    let resolve: (name: string) => void = () => {}
    const promise = new Promise<string>((settle) => {
      resolve = settle
    })
    const result = settleAll([
      Promise.reject(new Error('first')),
      promise.then((name) => settled.push(name)),
      Promise.reject(new Error('second')),
    ])
    const rejected = expect(result).rejects.toThrow('first')
    result.catch(() => settled.push('rejected'))
    await Promise.resolve()
    expect(settled).toEqual([])
    resolve('slow')
    await rejected
    expect(settled).toEqual(['slow', 'rejected'])
  })
})
