import { expect, it } from 'vitest'
import { isLongTest } from './long-tests.js'
import { plainTests } from './plain-tests.js'

const plain = new Set(plainTests())

it.each(['test/money/amount.test.ts', 'test/desk/forms.test.ts'])(
  'plainTests has %s, which does the same in every run',
  (file) => expect(plain.has(file)).toBe(true),
)

it.each([
  ['uses random values', 'test/quote/model/quote.property.test.ts'],
  ['runs on the servers of the environment', 'test/storage/state.test.ts'],
  ['imports what runs on servers', 'test/features/tags/idempotent-tags.test.ts'],
  ['is left out of npm test', 'test/docs/run-sample.test.ts'],
])('plainTests leaves out what %s: %s', (_why, file) => expect(plain.has(file)).toBe(false))

it.each([
  ['test/browser/flow.test.ts', true],
  ['test/desk/in-chromium.test.ts', true],
  ['test/in-chromium.test.ts', true],
  ['test/storage/sqlite/plans.test.ts', true],
  ['test/storage/postgres/partitioned.test.ts', true],
  ['test/storage/postgres/partitioned-test.ts', false],
  ['test/storage/sqlite/no-plans.test.ts', false],
  ['test/desk/assets.test.ts', false],
])('isLongTest of %s is %s', (file, isLong) => expect(isLongTest(file)).toBe(isLong))
