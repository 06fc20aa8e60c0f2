import { describe, expect, it } from 'vitest'
import { codeBlocks } from './code-blocks.js'

describe('codeBlocks', () => {
  it('returns blocks with their language, marks, first line and code', () => {
    const markdown = '# Title\n\n```ts no-run\nlet a = 1\n\nlet b = 2\n```\nText.\n~~~sh\nls\n~~~\n'
    expect(codeBlocks(markdown)).toEqual([
      { info: ['ts', 'no-run'], line: 4, code: 'let a = 1\n\nlet b = 2\n', followsBlock: false },
      { info: ['sh'], line: 10, code: 'ls\n', followsBlock: false },
    ])
  })

  it('marks blocks that directly follow another block', () => {
    const markdown = '```js\na\n```\n\n```text\nb\n```\nIt prints:\n```text\nc\n```\n'
    expect(codeBlocks(markdown).map(({ followsBlock }) => followsBlock)).toEqual([
      false,
      true,
      false,
    ])
  })

  it('removes the indentation of a list and the marks of a quotation only', () => {
    const inList = '1. First\n\n   ```ts\n   if (a)\n     b()\n   ```\n- ```ts\n  c()\n  ```\n'
    expect(codeBlocks(inList).map(({ code }) => code)).toEqual(['if (a)\n  b()\n', 'c()\n'])
    const quoted = '> ```ts\n> if (a)\n>   b()\n> ```\n'
    expect(codeBlocks(quoted).map(({ code }) => code)).toEqual(['if (a)\n  b()\n'])
  })

  it('closes a block only with a fence of the same kind and length', () => {
    const markdown = '````md\n```ts\na\n```\n````\n~~~text\n```\n~~~\n'
    expect(codeBlocks(markdown).map(({ code }) => code)).toEqual(['```ts\na\n```\n', '```\n'])
  })

  it('ignores inline code', () => {
    expect(codeBlocks('```a``` is code\nSo is `b`.\n')).toEqual([])
  })

  it('rejects a block that is never closed', () => {
    expect(() => codeBlocks('```ts\na\n')).toThrow('line 2 is never closed')
  })
})
