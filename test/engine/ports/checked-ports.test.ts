import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const code = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('testing/'))
  .map((path) => [path, withoutComments(readFileSync(join('src', path), 'utf8'))] as const)

it('a port is in as few files as CONTRIBUTING.md says: orders, for example', () => {
  const files = code
    .filter(([, text]) =>
      /\bOrder(?:Port|Options)\b|\borders[._](?:placeOrder|failed|invalid_response)\b/.test(text),
    )
    .map(([path]) => path.replace(/^engine\/.*options.*/, 'the options of the engine'))
  expect([...new Set(files)].sort()).toEqual([
    'desk/lifecycle/explain-error.ts',
    'engine/ports/checked-ports.ts',
    'errors/operation-names.ts',
    'index.ts',
    'orders/memory.ts',
    'ports/orders.ts',
    'the options of the engine',
  ])
})

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}
