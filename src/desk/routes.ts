import { activityPage } from './activity/activity-page.js'
import type { DeskRoute } from './desk-call.js'
import { documentRoutes } from './documents/document-routes.js'
import { productsRoute } from './edit/find-products.js'
import { newQuoteRoute } from './edit/new-quote-route.js'
import { newPreviewRoute, previewRoute } from './edit/preview-routes.js'
import { quoteRoute } from './edit/quote-route.js'
import { historyRoutes } from './history/history-routes.js'
import { lifecycleRoutes } from './lifecycle/lifecycle-routes.js'
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
