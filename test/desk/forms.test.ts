import { describe, expect, it } from 'vitest'
import { rowKey } from '../../src/desk/forms.js'

describe('rowKey', () => {
  it('tells ids apart that a form would make equal', () => {
    const ids = ['a', ' a', 'a ', 'a\n', 'a\r\n', '__proto__', '']
    expect(new Set(ids.map(rowKey)).size).toBe(ids.length)
    for (const id of ids) expect(rowKey(id)).toMatch(/^[0-9a-f]{16}$/)
  })
})
