import type { DeskRoute } from '../desk-call.js'
import { actionNames } from './actions/possible-actions.js'
import { deletePage } from './delete-page.js'
import { processAction } from './process-action.js'
import { repricePage } from './reprice-page.js'

const pages = { delete: deletePage, reprice: repricePage } as const

/** The forms of what can be done with a quote, and the pages that ask first. */
export const lifecycleRoutes: readonly DeskRoute[] = actionNames.map((name) => ({
  path: `/quotes/:quoteId/${name}`,
  ...(name === 'delete' || name === 'reprice' ? { get: pages[name] } : undefined),
  post: processAction(name),
}))
