import { isGreaterThan } from '../../money/amount.js'
import { parseUnitPrice } from '../../quote/model/product-fields.js'
import type { Cell, CsvHeader, ProductCells, ReadRow } from './rows.js'

/** The headers of Shopify's export of products: those since 2025, and the earlier ones. */
const layouts = [
  {
    handle: 'URL handle',
    sku: 'SKU',
    price: 'Price',
    compareAtPrice: 'Compare-at price',
    image: 'Product image URL',
    variantImage: 'Variant image URL',
    taxCode: 'Tax code',
    option: (number: number) => `Option${number} value`,
  },
  {
    handle: 'Handle',
    sku: 'Variant SKU',
    price: 'Variant Price',
    compareAtPrice: 'Variant Compare At Price',
    image: 'Image Src',
    variantImage: 'Variant Image',
    taxCode: 'Variant Tax Code',
    option: (number: number) => `Option${number} Value`,
  },
] as const

const title = 'Title'
const status = 'Status'

type Layout = (typeof layouts)[number]

function findLayout(header: CsvHeader): Layout | undefined {
  return layouts.find(({ handle, sku, price }) =>
    [title, handle, sku, price].every((name) => header.has(name)),
  )
}

/** Returns true for the header of an export of Shopify. */
export function isShopifyHeader(header: CsvHeader): boolean {
  return findLayout(header) !== undefined
}

/** Returns the columns of an export of Shopify: products are identified by their SKU. */
export function shopifyColumns(header: CsvHeader) {
  const { sku, price, compareAtPrice, variantImage, taxCode } = findLayout(header) ?? layouts[0]
  return {
    id: sku,
    price,
    salePrice: compareAtPrice,
    name: title,
    sku,
    image: variantImage,
    taxCode,
  }
}

interface ShopifyProduct {
  readonly title: string
  readonly image: string
  readonly status: string
}

/**
 * Returns a function that reads the rows of an export of Shopify. Each variant is a product. Only
 * the first row of a handle has the title, the status and the picture of all variants.
 *
 * Skips rows that only have a further picture, and products that are drafts or archived.
 */
export function shopifyReader(header: CsvHeader, readRow: ReadRow): ReadRow {
  const layout = findLayout(header) ?? layouts[0]
  const byHandle = new Map<string, ShopifyProduct>()

  function getProduct(cells: readonly string[]): ShopifyProduct {
    const handle = header.cell(cells, layout.handle)
    const known = byHandle.get(handle)
    if (known !== undefined) return known
    const product = {
      title: header.cell(cells, title),
      image: header.cell(cells, layout.image),
      status: header.cell(cells, status).toLowerCase(),
    }
    byHandle.set(handle, product)
    return product
  }

  return (cells) => {
    const product = getProduct(cells)
    const row = readRow(cells)
    if (row === undefined || (row.id?.value === '' && row.price?.value === '')) return undefined
    if (product.status === 'draft' || product.status === 'archived') return undefined
    const options = [1, 2, 3]
      .map((number) => header.cell(cells, layout.option(number)))
      .filter((value) => value !== '' && value !== 'Default Title')
    const name = [product.title, options.join(' / ')].filter((part) => part !== '').join(' - ')
    const image = row.image?.value || product.image
    return {
      ...row,
      ...prices(row),
      name: { column: row.name?.column ?? title, value: name },
      image: { column: row.image?.column ?? layout.image, value: image },
    }
  }
}

/** The compare-at price is the list price of a product on sale. Without a sale it is ignored. */
function prices({ price, salePrice: compareAt }: ProductCells): ProductCells {
  const none: Cell = { column: compareAt?.column ?? '', value: '' }
  const isIncomplete = (price?.value ?? '') === '' || (compareAt?.value ?? '') === ''
  if (price === undefined || compareAt === undefined || isIncomplete) return { salePrice: none }
  const [amount, list] = [parseUnitPrice(price.value), parseUnitPrice(compareAt.value)]
  const isSale = amount === undefined || list === undefined || isGreaterThan(list, amount)
  return isSale ? { price: compareAt, salePrice: price } : { salePrice: none }
}
