import type { DeskRoute } from './desk-call.js'
import { productsRoute } from './edit/find-products.js'
import { newQuoteRoute } from './edit/new-quote-route.js'
import { newPreviewRoute, previewRoute } from './edit/preview-routes.js'
import { quoteRoute } from './edit/quote-route.js'

/** Every page of the desk. A path with fixed words stands before those with parameters. */
export const deskRoutes: readonly DeskRoute[] = [
  productsRoute,
  newQuoteRoute,
  newPreviewRoute,
  quoteRoute,
  previewRoute,
]
