import type { DeskCall, DeskRoute } from '../desk-call.js'
import type { DeskOptions } from '../options.js'

type InsightPage = typeof import('./insight-page.js')

/** Returns the pages of the option `insight`. Their code is loaded when one is first called. */
export function insightRoutes({ insight }: DeskOptions): readonly DeskRoute[] {
  if (insight !== true) return []
  const route = (path: string, name: keyof InsightPage): DeskRoute => ({
    path,
    get: async (call: DeskCall) => (await import('./insight-page.js'))[name](call),
  })
  return [
    route('/insight', 'showInsight'),
    route('/insight.csv', 'insightFile'),
    route('/insight.css', 'insightStylesheet'),
  ]
}
