import { messagesDesk } from '../../features/messages/desk/messages.js'
import { tagsDesk } from '../../features/tags/desk/tags-page.js'
import { templatesDesk } from '../../features/templates/desk/template-pages.js'
import { usersDesk } from '../../features/users/desk/users-page.js'
import { activityRoute } from '../activity/activity-page.js'
import { customerRoute } from '../customers/customer-page.js'
import { customerSearchRoute } from '../customers/search-page.js'
import type { DeskFeature, DeskRoute } from '../desk-call.js'
import { htmlFile, pdfFile, showDocument, ublFile } from '../documents/documents.js'
import { productsRoute } from '../edit/add-lines.js'
import { customersRoute } from '../edit/find-customers.js'
import { newPreviewRoute, previewRoute } from '../edit/live-preview.js'
import { showHistory } from '../history/history-page.js'
import { showDifferences, showVersion } from '../history/versions.js'
import { changeManyRoute, undoRoute } from '../list/change-many.js'
import { csvRoute } from '../list/csv-file.js'
import { eraseRoute, restoreRoute } from '../list/deleted-quotes.js'
import { listRoute } from '../list/list-page.js'
import { actionRoutes } from '../quote-page/action-routes.js'
import { newQuoteRoute, quoteRoute } from '../quote-page/routes.js'
import { viewsRoute } from '../saved-views/views-page.js'
import { timelineRoute } from '../timeline/timeline-page.js'

/** What the features of the library have in the desk. */
export const deskFeatures: readonly DeskFeature[] = [
  messagesDesk,
  tagsDesk,
  usersDesk,
  templatesDesk,
]

/** The pages about the versions of a quote. */
const historyRoutes: readonly DeskRoute[] = [
  { path: '/quotes/:quoteId/history', get: showHistory },
  { path: '/quotes/:quoteId/versions/:version', get: showVersion },
  { path: '/quotes/:quoteId/differences', get: showDifferences },
]

/** A quote as the customer reads it: a page, and files. */
const documentRoutes: readonly DeskRoute[] = [
  { path: '/quotes/:quoteId/document', get: showDocument },
  { path: '/quotes/:quoteId/document.pdf', get: pdfFile },
  { path: '/quotes/:quoteId/document.html', get: htmlFile },
  { path: '/quotes/:quoteId/document.xml', get: ublFile },
]

/** Every page of the desk. A path with fixed words stands before those with parameters. */
export const deskRoutes: readonly DeskRoute[] = [
  productsRoute,
  customersRoute,
  customerSearchRoute,
  customerRoute,
  newQuoteRoute,
  newPreviewRoute,
  quoteRoute,
  previewRoute,
  ...actionRoutes,
  timelineRoute,
  ...historyRoutes,
  ...documentRoutes,
  activityRoute,
  eraseRoute,
  listRoute,
  csvRoute,
  changeManyRoute,
  undoRoute,
  restoreRoute,
  viewsRoute,
  ...deskFeatures.flatMap(({ routes }) => routes),
]
