import { deletePage } from './action-pages/delete-page.js'
import { processAction } from './action-pages/process-action.js'
import { repricePage } from './action-pages/reprice-page.js'
import { activityPage } from './activity/activity-page.js'
import type { DeskRoute } from './desk-call.js'
import { htmlFile, pdfFile } from './documents/document-files.js'
import { documentPage } from './documents/document-page.js'
import { productsRoute } from './edit/find-products.js'
import { newQuoteRoute } from './edit/new-quote-route.js'
import { newPreviewRoute, previewRoute } from './edit/preview-routes.js'
import { quoteRoute } from './edit/quote-route.js'
import { differencesPage } from './history/differences-page.js'
import { historyPage } from './history/history-page.js'
import { versionPage } from './history/version-page.js'
import { actionNames } from './lifecycle/actions/possible-actions.js'
import { erasePage } from './list/erase-page.js'
import { listPage } from './list/list-page.js'
import { restorePage } from './list/restore-page.js'
import { messagesRoute } from './messages/add-message.js'
import { tagsStylesheet } from './tags/tags-css.js'
import { tagsPage } from './tags/tags-page.js'
import { deleteTemplatePage } from './templates/delete-template.js'
import { editTemplatePage } from './templates/edit-template.js'
import { newTemplatePage } from './templates/new-template.js'
import { quoteFromTemplatePage } from './templates/quote-from-template.js'
import { templatesPage } from './templates/templates-page.js'
import { usersPage } from './users/users-page.js'

const pages = { delete: deletePage, reprice: repricePage } as const

/** The forms of what can be done with a quote, and the pages that ask first. */
const lifecycleRoutes: readonly DeskRoute[] = actionNames.map((name) => ({
  path: `/quotes/:quoteId/${name}`,
  ...(name === 'delete' || name === 'reprice' ? { get: pages[name] } : undefined),
  post: processAction(name),
}))

/** The pages about the versions of a quote. */
const historyRoutes: readonly DeskRoute[] = [
  { path: '/quotes/:quoteId/history', get: historyPage },
  { path: '/quotes/:quoteId/versions/:version', get: versionPage },
  { path: '/quotes/:quoteId/differences', get: differencesPage },
]

/** A quote as the customer reads it: a page, and files. */
const documentRoutes: readonly DeskRoute[] = [
  { path: '/quotes/:quoteId/document', get: documentPage },
  { path: '/quotes/:quoteId/document.pdf', get: pdfFile },
  { path: '/quotes/:quoteId/document.html', get: htmlFile },
]

/** Every page of the desk. A path with fixed words stands before those with parameters. */
export const deskRoutes: readonly DeskRoute[] = [
  productsRoute,
  newQuoteRoute,
  newPreviewRoute,
  quoteRoute,
  previewRoute,
  ...lifecycleRoutes,
  messagesRoute,
  ...historyRoutes,
  ...documentRoutes,
  activityPage,
  erasePage,
  listPage,
  restorePage,
  tagsPage,
  tagsStylesheet,
  usersPage,
  templatesPage,
  newTemplatePage,
  editTemplatePage,
  quoteFromTemplatePage,
  deleteTemplatePage,
]
