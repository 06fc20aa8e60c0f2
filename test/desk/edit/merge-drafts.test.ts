import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  alignRows,
  compareDrafts,
  mergeDrafts,
  preselectSide,
} from '../../../src/desk/edit/conflicts.js'
import { withChoices } from '../../../src/desk/edit/draft.js'
import type { Draft } from '../../../src/desk/edit/draft-rows.js'

const value = fc.constantFrom('', 'a', 'b')
const keys = ['1-1', '1-2', '1-3'] as const

/** A draft of a quote with some of three lines, and every kind of field. */
const stored: fc.Arbitrary<Draft> = fc
  .record({
    name: value,
    extra: value,
    street: value,
    place: value,
    lines: fc.shuffledSubarray([...keys], { minLength: 1 }),
    quantities: fc.array(fc.constantFrom('1', '2'), { minLength: 3, maxLength: 3 }),
    notes: fc.array(value, { minLength: 3, maxLength: 3 }),
    discount: value,
    shipping: fc.constantFrom('no_additional', 'express'),
    tags: fc.subarray(['x', 'y', 'z']),
    owner: value,
    followUp: value,
    sections: fc.subarray(['s', 't']),
    choices: fc.array(fc.constantFrom('', '?', '?+', 'c'), { minLength: 3, maxLength: 3 }),
    max: value,
  })
  .map((quote) => {
    const { name, extra, lines, quantities, notes, discount, shipping, tags } = quote
    return new Map<string, string>([
      ['customer.name', name],
      ['ship_to.address', quote.street],
      ['ship_to.city', quote.place],
      ...(extra === '' ? [] : [['customer.__proto__', extra] as const]),
      ...lines.flatMap((key, index): [string, string][] => [
        [`products[${index}].key`, key],
        [`products[${index}].position`, String(index + 1)],
        [`products[${index}].id`, '118'],
        [`products[${index}].qty`, quantities[index] as string],
        [`products[${index}].quote`, ''],
        [`products[${index}].discount_percent`, ''],
        [`products[${index}].note`, notes[index] as string],
        ...(quote.sections.length === 0 ? [] : choiceOf(index, quote)),
      ]),
      ...quote.sections.flatMap((key, index): [string, string][] => [
        [`sections[${index}].key`, key],
        [`sections[${index}].title`, name],
      ]),
      ...(discount === ''
        ? []
        : [
            ['discounts[0].type', 'percent'] as const,
            ['discounts[0].value', discount] as const,
            ['discounts[0].label', ''] as const,
          ]),
      ['shipping.type', shipping],
      ...tags.map((tag) => [`tags=${tag}`, 'yes'] as const),
      ['owner', quote.owner],
      ['follow_up', quote.followUp],
    ])
  })

/** What a line says of choices, if the quote has sections. */
function choiceOf(
  index: number,
  { choices, max }: { readonly choices: readonly string[]; readonly max: string },
): [string, string][] {
  return [
    [`products[${index}].choice`, choices[index] as string],
    [`products[${index}].qty_range.min`, '1'],
    [`products[${index}].qty_range.max`, max],
  ]
}

const typedFields = ['qty', 'note', 'choice', 'qty_range.min', 'qty_range.max']

/** Returns the form of a draft after its lines were typed, removed or left as in another one. */
function typedInto(base: Draft, typed: Draft): Draft {
  const known = new Map(
    keys.map((_, index) => [typed.get(`products[${index}].key`), `products[${index}]`]),
  )
  const others = [...typed].filter(([name]) => !name.startsWith('products['))
  const shown = [...typed.keys()].some((name) => name.endsWith('.choice'))
    ? withChoices(base)
    : base
  const lines = [...shown].flatMap(([name, before]): [string, string][] => {
    const [, path = '', field = ''] = /^(products\[\d\])\.(.*)$/.exec(name) ?? []
    if (path === '') return []
    const from = known.get(base.get(`${path}.key`))
    if (field === 'key')
      return from === undefined
        ? [
            [name, before],
            [`${path}.remove`, 'yes'],
          ]
        : [[name, before]]
    const isTyped = typedFields.includes(field) && from !== undefined
    return [[name, isTyped ? (typed.get(`${from}.${field}`) ?? '') : before]]
  })
  return new Map([...others, ...lines])
}

/** Returns three drafts as the desk has them. */
function drafts(base: Draft, typed: Draft, other: Draft) {
  const mine = typedInto(base, typed)
  return { base, mine, theirs: alignRows(other, { base, mine }) }
}

/** A draft without the fields that say nothing, in any order. */
const content = (draft: Draft) => new Map([...draft].filter(([, each]) => each !== '').sort())

describe('mergeDrafts', () => {
  it('keeps what is stored if the other side is picked for everything', () => {
    fc.assert(
      fc.property(stored, stored, stored, (base, typed, other) => {
        const merged = mergeDrafts(drafts(base, typed, other), () => 'theirs')
        expect(content(merged)).toEqual(content(other))
      }),
    )
  })

  it('makes the changes of the user alone if nothing else has changed', () => {
    fc.assert(
      fc.property(stored, stored, (base, typed) => {
        const sides = drafts(base, typed, base)
        const removed = [...sides.mine.keys()].filter((name) => name.endsWith('.remove'))
        const merged = content(mergeDrafts(sides, preselectSide))
        const mine = content(sides.mine)
        // Of a line that is removed, only that counts.
        for (const name of removed)
          for (const each of [merged, mine])
            for (const field of typedFields) each.delete(name.replace('remove', field))
        expect(merged).toEqual(mine)
      }),
    )
  })

  it('never mixes two addresses of delivery', () => {
    fc.assert(
      fc.property(stored, stored, stored, (base, typed, other) => {
        const merged = mergeDrafts(drafts(base, typed, other), preselectSide)
        const address = (draft: Draft) => [draft.get('ship_to.address'), draft.get('ship_to.city')]
        expect([address(typed), address(other)]).toContainEqual(address(merged))
      }),
    )
  })

  it('never mixes two lists of sections, nor two ranges of quantities', () => {
    const sections = (draft: Draft) =>
      JSON.stringify([...content(draft)].filter(([name]) => name.startsWith('sections')))
    const range = (draft: Draft, key: string) => {
      const [name = ''] = [...draft].find((field) => field[1] === key) ?? []
      const path = name.slice(0, -'.key'.length)
      return ['min', 'max'].map((end) => draft.get(`${path}.qty_range.${end}`) ?? '').join()
    }
    fc.assert(
      fc.property(stored, stored, stored, (base, typed, other) => {
        const sides = drafts(base, typed, other)
        const merged = mergeDrafts(sides, preselectSide)
        const both = [sides.mine, sides.theirs]
        expect(both.map(sections)).toContain(sections(merged))
        for (const key of keys.filter((each) => [...merged.values()].includes(each)))
          expect(both.map((draft) => range(draft, key))).toContain(range(merged, key))
      }),
    )
  })

  it('has no conflict with itself', () => {
    fc.assert(
      fc.property(stored, stored, (base, same) => {
        const sides = drafts(base, same, base)
        expect(compareDrafts({ ...sides, theirs: sides.mine })).toEqual([])
      }),
    )
  })
})
