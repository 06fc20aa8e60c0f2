import type { DeskRoute } from './desk-call.js'
import { documentRoutes } from './documents/document-routes.js'
import { historyRoutes } from './history/history-routes.js'
import { lifecycleRoutes } from './lifecycle/lifecycle-routes.js'
import { messagesRoute } from './messages/add-message.js'

/** Every page of the desk. */
export const deskRoutes: readonly DeskRoute[] = [
  ...lifecycleRoutes,
  messagesRoute,
  ...historyRoutes,
  ...documentRoutes,
]
