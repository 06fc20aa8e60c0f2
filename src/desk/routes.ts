import type { DeskRoute } from './desk-call.js'

/** Every page of the desk. */
export const deskRoutes: readonly DeskRoute[] = []
