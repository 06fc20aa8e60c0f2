import * as z from 'zod'
import { isCurrency } from '../../money/currency.js'
import type { CatalogCallOptions } from '../../ports/catalog.js'
import { type ZeroSalePrice, zeroSalePrices } from '../../ports/catalog-prices.js'
import type { MaybePromise } from '../../ports/storage.js'
import { type HostIdFilter, hostIdNames, hostIds } from '../../quote/model/host-ids.js'
import type { AnyCustomer } from '../../quote/model/quote.js'
import {
  type CatalogTextFieldValues,
  catalogTextFieldNames,
} from '../../quote/model/text-fields.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { isValidString } from '../../validation/identifiers.js'
import { optionalFunction, withReceived } from '../../validation/schemas/scalars.js'
import type { SqlDialect } from './dialect.js'

/** The columns of a table of products, by what a product has. */
export interface SqlCatalogColumns extends CatalogTextFieldValues<string | undefined> {
  /** Integers, UUIDs or strings: the type of the column decides what ids products have. */
  readonly id: string
  /** Unit list price: a decimal type, so that prices are exact. */
  readonly price: string
  /** Unit sale price; null, empty or 0 for none. */
  readonly salePrice?: string | undefined
  /** JSON: `[{ "qty": 10, "price": "9.50" }]`, or null. */
  readonly priceBreaks?: string | undefined
  /** JSON: `[{ "id": 7, "qty": 2 }]`, or null. A table of components is an option of its own. */
  readonly components?: string | undefined
  /** `hidden`, `shown` or `summed`, or null for `hidden`. */
  readonly componentPrices?: string | undefined
  /** The percentage of the sum of its components that a bundle costs, or null for all of it. */
  readonly componentPercent?: string | undefined
  /** Columns of own fields of lines, by the name of the field. Their values are strings. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  /**
   * The id of the store of a row.
   *
   * @default none: all stores have all products
   */
  readonly store?: string | undefined
  /**
   * The currency of the prices of a row. A quote with a currency gets rows in this currency; a
   * quote without one gets rows whose currency is null.
   *
   * @default none: the prices are used whatever the currency of the quote is
   */
  readonly currency?: string | undefined
}

/**
 * A table of prices by customer group, quantity and currency. The price of a product is that of the
 * group of the customer, else the one without a group, else that of the table of products. One that
 * is found here replaces the sale price and the price breaks as well. Two different prices of a
 * product for the same group, quantity and currency are an error.
 */
export interface SqlPriceTable {
  /** A table or a view, with or without its schema, with an index of the product column. */
  readonly table: string
  /** The column with the id of the product, of the type of `columns.id`. */
  readonly product: string
  /** The column with the unit price: a decimal type. */
  readonly price: string
  /**
   * The column with the quantity from which a price applies, in units as quotes have them. A group
   * then has several prices of a product: they become its price and its price breaks. Null and
   * quantities up to 1 are the price of one unit. Below the first quantity of the group, the prices
   * without a group apply, and below theirs those of the table of products.
   *
   * @default none: a product has one price in each group and currency
   */
  readonly minQty?: string | undefined
  /**
   * The column with the group of customers that have this price, or null for all customers.
   *
   * @default none: the prices are for all customers
   */
  readonly group?: string | undefined
  /**
   * A table of yours that has the groups of customers, so that no caller can choose one. Required
   * with `group`, unless there is `groupOf`.
   *
   * @example
   * groups: { table: 'customers', id: 'id', group: 'price_group', by: 'customerId' }
   */
  readonly groups?: SqlGroupTable | undefined
  /**
   * Returns the group of the customer of a quote, or undefined if they are in none. Required with
   * `group`, unless there is `groups`. May return a promise.
   *
   * A buyer cannot set the ids in the second argument, but can write all fields of the customer.
   *
   * @example
   * groupOf: (_customer, { customerId }) => contracts.get(customerId)
   */
  readonly groupOf?:
    | ((
        customer: AnyCustomer,
        call: Partial<CatalogCallOptions>,
      ) => MaybePromise<string | null | undefined>)
    | undefined
  /**
   * The column with the currency of the price. Prices in other currencies than the quote's do not
   * apply.
   *
   * @default none: the prices are used whatever the currency of the quote is
   */
  readonly currency?: string | undefined
  /**
   * The currency of the prices in the table of products. A quote in another one finds only products
   * that have a price in its currency here; one without a currency is in this one. Required with
   * `currency`, unless the table of products has a currency of its own.
   */
  readonly listCurrency?: string | undefined
  /**
   * The column with the id of the store.
   *
   * @default none: the prices are those of all stores
   */
  readonly store?: string | undefined
}

/**
 * A table with the groups of customers. A customer who has several rows has the lowest price of
 * their groups.
 */
export interface SqlGroupTable {
  /** A table or a view, with or without its schema, with an index of the column `id`. */
  readonly table: string
  /** The column with the id of the customer or the company: integers, UUIDs or strings. */
  readonly id: string
  /** The column with the group, or null for none. */
  readonly group: string
  /** Which id of the quote it is: `customerId`, its `customer_id`, or `companyId`. */
  readonly by: HostIdFilter
  /**
   * The column with the id of the store, if two stores can have different customers of one id.
   *
   * @default none: ids are those of the same customer in all stores
   */
  readonly store?: string | undefined
}

/** A table of the components of products, with a row for each. */
export interface SqlComponentTable {
  /** A table or a view, with or without its schema, with an index of the column `bundle`. */
  readonly table: string
  /** The column with the id of the product that is a bundle, of the type of `columns.id`. */
  readonly bundle: string
  /** The column with the id of the component, of the type of `columns.id`. */
  readonly product: string
  /** The column with the quantity in one bundle: integers, or decimals with up to three places. */
  readonly qty: string
  /**
   * The column with the id of the store.
   *
   * @default none: the components are those of all stores
   */
  readonly store?: string | undefined
}

/** Options of `sqlCatalog`. */
export interface SqlCatalogOptions {
  /** A table or a view, with or without its schema: `products`, `shop.products`. */
  readonly table: string
  /** The names of the columns, as the database stores them. */
  readonly columns: SqlCatalogColumns
  /**
   * Prices by customer group and currency, which apply before those of the table of products.
   *
   * @default none: all customers have the prices of the table of products
   */
  readonly prices?: SqlPriceTable | undefined
  /**
   * What bundles consist of. Lines have the components in the order of their ids. Not together with
   * the column `components`.
   *
   * @default none: no product is a bundle, unless a column says it
   */
  readonly components?: SqlComponentTable | undefined
  /**
   * What a sale price of 0 in the table of products means: no sale, or a product that is free of
   * charge.
   *
   * @default 'none'
   */
  readonly zeroSalePrice?: ZeroSalePrice | undefined
  /**
   * The columns that `searchProducts` searches.
   *
   * @default The columns `name` and `sku`, as far as there are any.
   */
  readonly search?: readonly string[] | undefined
  /**
   * The dialect of the database.
   *
   * @default the one of the client: `mysql` if it has `execute`, `sqlite` if it has `prepare`,
   * else `postgres`
   */
  readonly dialect?: SqlDialect | undefined
  /**
   * Reads on the client of the transaction inside `engine.using(client)`, because the products are
   * in the same PostgreSQL database as the quotes.
   *
   * @default true if both are of the same `pg` Pool, else false
   */
  readonly inTransaction?: boolean | undefined
}

const maxNameLength = 64
const isName = (name: string) =>
  name.length >= 1 &&
  name.length <= maxNameLength &&
  isValidString(name) &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name has control characters
  !/[\u0000-\u001f\u007f]/.test(name)

const columnMessage = withReceived(
  `must be the name of a column, 1 to ${maxNameLength} characters, as the database stores it`,
)
const column = z.string({ error: columnMessage }).refine(isName, { error: columnMessage })

const optionalColumn = column.optional()
const textColumns = Object.fromEntries(catalogTextFieldNames.map((name) => [name, optionalColumn]))

const tableMessage = withReceived('must be the name of a table, or schema.table')
const table = z
  .string({ error: tableMessage })
  .refine((name) => name.split('.').length <= 2 && name.split('.').every(isName), {
    error: tableMessage,
  })

const groupIds = hostIdNames.map((name) => hostIds[name].filter)

const groupsSchema = z.strictObject(
  {
    table,
    id: column,
    group: column,
    by: z.enum(groupIds, { error: withReceived(`must be ${groupIds.join(' or ')}`) }),
    store: optionalColumn,
  } satisfies Record<keyof SqlGroupTable, z.ZodType>,
  { error: withReceived('must be an object with table, id, group and by') },
)

const pricesSchema = z
  .strictObject(
    {
      table,
      product: column,
      price: column,
      minQty: optionalColumn,
      group: optionalColumn,
      groups: groupsSchema.optional(),
      groupOf: optionalFunction.transform((groupOf) => groupOf as SqlPriceTable['groupOf']),
      currency: optionalColumn,
      listCurrency: z
        .string()
        .refine(isCurrency, { error: withReceived('must be three capital letters') })
        .optional(),
      store: optionalColumn,
    } satisfies Record<keyof SqlPriceTable, z.ZodType>,
    { error: 'must be an object with table, product and price' },
  )
  .superRefine(({ group, groups, groupOf }, context) => {
    const addError = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const source = groups === undefined ? groupOf : groups
    if (groups !== undefined && groupOf !== undefined)
      addError('groupOf', 'must be absent if the table groups has the groups of customers')
    if (group === undefined && source !== undefined)
      addError('group', 'must be the column with the group that has a price')
    if (group !== undefined && source === undefined)
      addError('groups', 'must be the table with the groups of customers, or pass groupOf')
  })

const componentsSchema = z.strictObject(
  {
    table,
    bundle: column,
    product: column,
    qty: column,
    store: optionalColumn,
  } satisfies Record<keyof SqlComponentTable, z.ZodType>,
  { error: withReceived('must be an object with table, bundle, product and qty') },
)

const maxSearchedColumns = 10

const sqlCatalogOptionsSchema: z.ZodType<SqlCatalogOptions> = z
  .strictObject(
    {
      table,
      columns: z.strictObject(
        {
          id: column,
          price: column,
          salePrice: column.optional(),
          ...textColumns,
          priceBreaks: column.optional(),
          components: column.optional(),
          componentPrices: column.optional(),
          componentPercent: column.optional(),
          fields: z
            .record(z.string(), column, { error: withReceived('must be an object of columns') })
            .optional(),
          store: column.optional(),
          currency: column.optional(),
        },
        { error: 'must be an object with the names of the columns: { id, price, … }' },
      ),
      prices: pricesSchema.optional(),
      components: componentsSchema.optional(),
      zeroSalePrice: z
        .enum(zeroSalePrices, { error: withReceived('must be none or free') })
        .optional(),
      search: z
        .array(column, { error: withReceived('must be an array of columns') })
        .max(maxSearchedColumns, { error: `must be at most ${maxSearchedColumns} columns` })
        .optional(),
      dialect: z
        .enum(['postgres', 'mysql', 'sqlite'], {
          error: withReceived('must be postgres, mysql or sqlite'),
        })
        .optional(),
      inTransaction: z.boolean({ error: withReceived('must be true or false') }).optional(),
    },
    { error: 'must be an object with table and columns' },
  )
  .superRefine(({ columns, components }, context) => {
    if (columns.components === undefined || components === undefined) return
    const message = 'must be absent if a column has the components'
    context.addIssue({ code: 'custom', path: ['components'], message })
  })
  .superRefine(({ columns, prices }, context) => {
    if (prices?.currency === undefined || prices.listCurrency !== undefined) return
    if (columns.currency !== undefined) return
    const message = 'must be the currency of the prices in the table of products'
    context.addIssue({ code: 'custom', path: ['prices', 'listCurrency'], message })
  })

/** @throws QuoteError `invalid_options` */
export function parseOptions(options: unknown): SqlCatalogOptions {
  return parseOrThrow(sqlCatalogOptionsSchema, options, 'invalid_options')
}
