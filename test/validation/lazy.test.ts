import { describe, expect, it, vi } from 'vitest'
import { lazy } from '../../src/validation/lazy.js'

describe('lazy', () => {
  it('creates nothing before the first call, and the same once and for all', () => {
    const create = vi.fn(() => ({}))
    const get = lazy(create)
    expect(create).not.toHaveBeenCalled()
    expect(get()).toBe(get())
    expect(create).toHaveBeenCalledTimes(1)
  })

  it('creates it again after an error', () => {
    const value = {}
    const create = vi.fn(() => value)
    create.mockImplementationOnce(() => {
      throw new Error('not yet')
    })
    const get = lazy(create)
    expect(get).toThrow('not yet')
    expect(get()).toBe(value)
  })
})
