import type { DeskRoute } from '../desk-call.js'

/** Restores a deleted quote. */
export const restorePage: DeskRoute = {
  path: '/quotes/:quoteId/restore',
  async post(call) {
    const { quoteId } = await call.engine.restoreQuote(call.user, call.param('quoteId'))
    return call.redirect(`/quotes/${encodeURIComponent(quoteId)}`, 'restored')
  },
}
