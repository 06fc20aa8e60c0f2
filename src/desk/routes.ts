import { activityPage } from './activity/activity-page.js'
import type { DeskRoute } from './desk-call.js'
import { erasePage } from './list/erase-page.js'
import { listPage } from './list/list-page.js'
import { restorePage } from './list/restore-page.js'
import { tagsStylesheet } from './tags/tags-css.js'
import { tagsPage } from './tags/tags-page.js'
import { usersPage } from './users/users-page.js'

/** Every page of the desk. */
export const deskRoutes: readonly DeskRoute[] = [
  activityPage,
  erasePage,
  listPage,
  restorePage,
  tagsPage,
  tagsStylesheet,
  usersPage,
]
