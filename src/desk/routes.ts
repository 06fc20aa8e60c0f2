import type { DeskRoute } from './desk-call.js'
import { deleteTemplateRoute } from './templates/delete-template.js'
import { editTemplateRoute } from './templates/edit-template.js'
import { newTemplateRoute } from './templates/new-template.js'
import { quoteFromTemplateRoute } from './templates/quote-from-template.js'
import { templatesRoute } from './templates/templates-page.js'

/** Every page of the desk. The first one whose path fits is shown. */
export const deskRoutes: readonly DeskRoute[] = [
  templatesRoute,
  newTemplateRoute,
  editTemplateRoute,
  quoteFromTemplateRoute,
  deleteTemplateRoute,
]
