import { describe, expect, it } from 'vitest'
import { hashRowId } from '../../src/desk/forms.js'

describe('hashRowId', () => {
  it('tells ids apart that a form would make equal', () => {
    const ids = ['a', ' a', 'a ', 'a\n', 'a\r\n', '__proto__', '']
    expect(new Set(ids.map(hashRowId)).size).toBe(ids.length)
    for (const id of ids) expect(hashRowId(id)).toMatch(/^[0-9a-f]{16}$/)
  })
})
