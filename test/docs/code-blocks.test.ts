import { describe, expect, it } from 'vitest'
import { codeBlocks } from './code-blocks.js'

describe('codeBlocks', () => {
  it('finds blocks with their language, marks, first line and text', () => {
    const markdown = '# Title\n\n```ts no-run\nlet a = 1\n\nlet b = 2\n```\nText.\n~~~sh\nls\n~~~\n'
    expect(codeBlocks(markdown)).toEqual([
      { info: ['ts', 'no-run'], line: 4, text: 'let a = 1\n\nlet b = 2\n', followsBlock: false },
      { info: ['sh'], line: 10, text: 'ls\n', followsBlock: false },
    ])
  })

  it('sees which block directly follows another', () => {
    const markdown = '```js\na\n```\n\n```text\nb\n```\nIt prints:\n```text\nc\n```\n'
    expect(codeBlocks(markdown).map(({ followsBlock }) => followsBlock)).toEqual([
      false,
      true,
      false,
    ])
  })

  it('takes the indentation of a list and the marks of a quotation away, and no more', () => {
    const inList = '1. First\n\n   ```ts\n   if (a)\n     b()\n   ```\n- ```ts\n  c()\n  ```\n'
    expect(codeBlocks(inList).map(({ text }) => text)).toEqual(['if (a)\n  b()\n', 'c()\n'])
    const quoted = '> ```ts\n> if (a)\n>   b()\n> ```\n'
    expect(codeBlocks(quoted).map(({ text }) => text)).toEqual(['if (a)\n  b()\n'])
  })

  it('closes a block with a fence of its own kind and length only', () => {
    const markdown = '````md\n```ts\na\n```\n````\n~~~text\n```\n~~~\n'
    expect(codeBlocks(markdown).map(({ text }) => text)).toEqual(['```ts\na\n```\n', '```\n'])
  })

  it('leaves code within a line alone', () => {
    expect(codeBlocks('```a``` is code\nSo is `b`.\n')).toEqual([])
  })

  it('rejects a block that is never closed', () => {
    expect(() => codeBlocks('```ts\na\n')).toThrow('line 2 is never closed')
  })
})
