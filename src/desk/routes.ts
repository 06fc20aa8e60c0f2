import type { DeskRoute } from './desk-call.js'
import { lifecycleRoutes } from './lifecycle/lifecycle-routes.js'

/** Every page of the desk. */
export const deskRoutes: readonly DeskRoute[] = [...lifecycleRoutes]
