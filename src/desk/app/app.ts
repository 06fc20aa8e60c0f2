import type { Hono } from 'hono'
import { getFormats } from '../../document/model/formats.js'
import type { StoreSettings } from '../../engine/store-settings.js'
import { QuoteError } from '../../errors.js'
import { settingsOfStore } from '../../pages/document-options.js'
import { formTokens } from '../../pages/form-tokens.js'
import { typedNumbers } from '../../pages/forms/typed-numbers.js'
import { hashedAssets } from '../../pages/hashed-assets.js'
import { hasAllStrings, withOwnStrings } from '../../pages/own-strings.js'
import { createPagesApp } from '../../pages/pages-app.js'
import { pagesStylesheet } from '../../pages/stylesheet.js'
import { sharedTheme } from '../../pages/theme.js'
import type { QuoteEngine } from '../../quote-engine/quote-engine.js'
import { nearestName } from '../../validation/known-fields.js'
import { checkOptions } from '../../validation/schemas/app-options.js'
import { deskCss } from '../assets/desk.css.js'
import { editJs } from '../assets/edit.js.js'
import { storeListsCss } from '../assets/store-lists.css.js'
import { customersCss } from '../customers/assets/customers.css.js'
import type { DeskRuntime } from '../desk-call.js'
import { documentPageCss } from '../documents/assets/document-page.css.js'
import { createDocumentOptionsLoader } from '../documents/documents.js'
import { editCss } from '../edit/assets/edit.css.js'
import { factsCss } from '../edit/assets/facts.css.js'
import { linesCss } from '../edit/assets/lines.css.js'
import { linesNarrowCss } from '../edit/assets/lines-narrow.css.js'
import { historyCss } from '../history/assets/history.css.js'
import { insightRoutes } from '../insight/insight-routes.js'
import { lifecycleCss } from '../lifecycle/assets/lifecycle.css.js'
import { listCss } from '../list/assets/list.css.js'
import { quoteRowsCss } from '../list/assets/quote-rows.css.js'
import { type DeskOptions, deskOptionsSchema } from '../options.js'
import { ownActionRoutes, ownPageRoutes } from '../own/quote-parts.js'
import { allStatuses } from '../parts/names.js'
import { getShownFields } from '../parts/own-fields.js'
import { loadStrings } from '../strings/load-strings.js'
import { deskStrings } from '../strings.js'
import { timelineCss } from '../timeline/assets/timeline.css.js'
import { errorPage } from './error-pages.js'
import { deskOf, handlePage, type PageHandling } from './handle-page.js'
import { deskFeatures, deskRoutes } from './routes.js'

/**
 * Creates the pages on which a store's users find, write, send and follow its quotes. They work
 * without JavaScript. Sign-in, sessions and their protection are the host's: `authenticate` says
 * who sends a request.
 *
 * `app.fetch` takes and returns web-standard requests and responses. `@hono/node-server` serves it
 * with Node and mounts it into Express and Fastify.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 *
 * @example
 * const desk = createDesk({
 *   engine,
 *   secrets: [process.env.DESK_SECRET],
 *   authenticate: async ({ request }) => {
 *     const user = await sessionOf(request)
 *     return user && { storeId: user.storeId, actor: user.id, name: user.name, role: 'seller' }
 *   },
 * })
 * app.route('/', desk) // at /desk
 */
export function createDesk<Raw = unknown>(options: DeskOptions<Raw>): Hono {
  checkOptions(deskOptionsSchema, options)
  rejectMistypedStatuses(options)
  const { engine, prefix = '/desk', baseUrl = '' } = options
  const url = (path: string) => `${baseUrl}${prefix}${path === '/' && prefix !== '' ? '' : path}`
  const assets = hashedAssets(
    [
      { name: 'desk.css', type: 'text/css', text: pagesStylesheet(options, rules) },
      { name: 'edit.js', type: 'text/javascript', text: editJs },
    ],
    url,
  )
  const shared = {
    engine,
    timelineParts: deskFeatures.flatMap(({ timeline }) => timeline ?? []),
    documentOptions: createDocumentOptionsLoader(options),
    url,
    assets: assets.urls,
  }
  const loadDesk = memoizeByFormats(options, async (formats): Promise<DeskRuntime> => {
    const { locale, timeZone } = formats
    const translated = await loadStrings(locale)
    const isTranslated = translated || hasAllStrings(deskStrings, options.strings)
    const lang = isTranslated ? locale : 'en'
    return {
      ...shared,
      ownFields: getShownFields(engine.fields, lang),
      options: {
        ...options,
        ...formats,
        searchProducts: options.searchProducts ?? getSearch(engine),
      },
      formats: getFormats(locale, timeZone),
      strings: withOwnStrings(translated ?? deskStrings, options.strings),
      lang,
      numbers: typedNumbers(locale),
    }
  })
  const tokens = formTokens(options.secrets)
  return createPagesApp({
    prefix,
    assets,
    onError: options.onError,
    theme: sharedTheme(options),
    where: 'the desk is',
    errorPage: async (error, c) => errorPage(deskOf(c) ?? (await loadDesk()), c, error),
    addPages(app) {
      for (const route of [
        ...deskRoutes,
        ...insightRoutes(options),
        ...ownPageRoutes(options),
        ...ownActionRoutes(options),
      ]) {
        const { path } = route
        const handle = handlePage({ options, loadDesk, tokens }, route)
        app.all(`${prefix}${path === '/' && prefix !== '' ? '' : path}`, handle)
        if (path === '/' && prefix !== '') app.all(`${prefix}/`, handle)
      }
    },
  })
}

/** Desks differ by languages and zones, of which a host has few. */
const maxDesks = 100

type Formats = Required<Pick<StoreSettings, 'locale' | 'timeZone'>>

/** Returns a function that creates the desk of a user once for each language and time zone. */
function memoizeByFormats(
  { engine, locale, timeZone }: DeskOptions,
  create: (formats: Formats) => Promise<DeskRuntime>,
): PageHandling['loadDesk'] {
  const known = new Map<string, DeskRuntime>()
  return async (user) => {
    const settings = user === undefined ? {} : settingsOfStore(engine, user.storeId)
    const formats = {
      locale: user?.locale ?? locale ?? settings.locale ?? 'en',
      timeZone: timeZone ?? settings.timeZone ?? 'UTC',
    }
    const key = `${formats.locale} ${formats.timeZone}`
    const desk = known.get(key) ?? (await create(formats))
    if (known.size >= maxDesks) known.clear()
    known.set(key, desk)
    return desk
  }
}

/** Returns the search of the engine's catalog. Engines of earlier releases have none. */
function getSearch({ searchProducts }: Partial<QuoteEngine>): DeskOptions['searchProducts'] {
  return (
    searchProducts &&
    ((user, text, quoteId, customer) => searchProducts(user, text, { quoteId, ...customer }))
  )
}

const rules = [
  deskCss,
  listCss,
  storeListsCss,
  editCss,
  linesCss,
  linesNarrowCss,
  factsCss,
  lifecycleCss,
  historyCss,
  documentPageCss,
  quoteRowsCss,
  timelineCss,
  customersCss,
  ...deskFeatures.flatMap(({ stylesheet = [] }) => stylesheet),
]

/**
 * Rejects words for a status that is spelled almost like one of the engine. Others are accepted:
 * quotes can have a status that the life cycle of the host had once.
 *
 * @throws QuoteError `invalid_options`
 */
function rejectMistypedStatuses({ engine, statuses = {} }: DeskOptions): void {
  const known = allStatuses({ engine })
  const errors = Object.keys(statuses)
    .filter((status) => !known.includes(status))
    .map((status) => [status, nearestName(status, known)] as const)
    .filter(([, meant]) => meant !== undefined)
    .map(([status, meant]) => [
      `statuses.${status}`,
      `is not a status of the engine; did you mean ${meant}?`,
    ])
  if (errors.length > 0)
    throw new QuoteError('invalid_options', { errors: Object.fromEntries(errors) })
}
