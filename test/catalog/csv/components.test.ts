import { describe, expect, it } from 'vitest'
import { csvCatalog } from '../../../src/catalog/csv/index.js'
import { errorOf } from '../../engine/ports.js'

const columns = {
  components: 'parts',
  componentPrices: 'part prices',
  componentPercent: 'percent',
}

async function find(file: string, ids: readonly (string | number)[], options: object = {}) {
  const catalog = await csvCatalog(file, { columns, ...options })
  return catalog.findProducts('s', ids)
}

describe('csvCatalog and components', () => {
  const header = 'id,price,parts,part prices,percent'

  it('reads products and quantities', async () => {
    const file = `${header}\n9,5.00, 7:2 | 8 : 0.5 ,shown,\n7,1.00,,,`
    const parts = [
      { id: 7, qty: 2 },
      { id: 8, qty: 0.5 },
    ]
    expect(await find(file, [9, 7], { idType: 'integer' })).toEqual([
      { id: 9, price: '5.00', componentPrices: 'shown', components: parts },
      { id: 7, price: '1.00' },
    ])
    const [bundle] = await find(file, ['9'])
    expect(bundle?.components?.map(({ id }) => id)).toEqual(['7', '8'])
  })

  it('reads ids with colons, and decimal commas', async () => {
    const file = 'id;price;parts;part prices;percent\na;;gid://shop/7:2,5;summed;97,5'
    const options = { delimiter: ';', decimalSeparator: ',' }
    expect(await find(file, ['a'], options)).toEqual([
      {
        id: 'a',
        price: '0',
        components: [{ id: 'gid://shop/7', qty: 2.5 }],
        componentPrices: 'summed',
        componentPercent: '97.5',
      },
    ])
  })

  it.each([
    ['9,5.00,7,,', 'parts', 'how much one bundle has'],
    ['9,5.00,:2,,', 'parts', 'must be an integer of at least 1, or a string'],
    ['9,5.00,7:2|7:1,,', 'parts', 'is that of an earlier component'],
    ['9,5.00,9:2,,', 'parts', 'must be that of another product than the bundle'],
    ['9,5.00,7:-2,,', 'parts', 'received NaN'],
    ['9,5.00,7:2,sum,', 'part prices', 'must be hidden, shown, summed or absent'],
    ['9,5.00,7:2,summed,101', 'percent', 'must be a percent from 0 to 100'],
    ['9,,7:2,,', 'price', 'must be a price'],
  ])('rejects %s at its column', async (row, column, message) => {
    const error = await errorOf(() => csvCatalog(`${header}\n${row}`, { columns }))
    const { errors } = error.details as { readonly errors: Record<string, string> }
    expect(errors[`line[2].${column}`] ?? errors[`line[2]["${column}"]`]).toContain(message)
  })
})
