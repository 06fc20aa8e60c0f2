import { activityPage } from './activity/activity-page.js'
import type { DeskRoute } from './desk-call.js'
import { erasePage } from './list/erase-page.js'
import { listPage } from './list/list-page.js'
import { restorePage } from './list/restore-page.js'
import { tagsStylesheet } from './tags/tags-css.js'
import { tagsPage } from './tags/tags-page.js'
import { deleteTemplatePage } from './templates/delete-template.js'
import { editTemplatePage } from './templates/edit-template.js'
import { newTemplatePage } from './templates/new-template.js'
import { quoteFromTemplatePage } from './templates/quote-from-template.js'
import { templatesPage } from './templates/templates-page.js'
import { usersPage } from './users/users-page.js'

/** Every page of the desk. The first one whose path fits is shown. */
export const deskRoutes: readonly DeskRoute[] = [
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
