import type { DeskRoute } from '../desk-call.js'
import { differencesPage } from './differences-page.js'
import { historyPage } from './history-page.js'
import { versionPage } from './version-page.js'

/** The pages about the versions of a quote. */
export const historyRoutes: readonly DeskRoute[] = [
  { path: '/quotes/:quoteId/history', get: historyPage },
  { path: '/quotes/:quoteId/versions/:version', get: versionPage },
  { path: '/quotes/:quoteId/differences', get: differencesPage },
]
