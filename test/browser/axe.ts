import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The rules of WCAG 2.0 to 2.2, levels A and AA, and axe's own best practices. */
const tags: string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe checks: these rules, or all of the tags. */
export function axeOptions(rules?: readonly string[]): axe.RunOptions {
  const runOnly: axe.RunOnly | string[] = rules ? { type: 'rule', values: [...rules] } : tags
  return { runOnly, resultTypes: ['violations'] }
}

/** Runs axe on a page that has its source. */
export function runAxe(options: axe.RunOptions): Promise<axe.AxeResults> {
  return (globalThis as unknown as { axe: typeof axe }).axe.run(options)
}

/** Returns a line for each element with a violation: the rule, the element and why. */
export function listViolations({ violations }: axe.AxeResults): readonly string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/**
 * Returns what axe finds on a page, a line for each element.
 *
 * @param rules Runs only these rules; by default, all of the tags.
 */
export async function axeViolations(
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  return listViolations(await page.evaluate(runAxe, axeOptions(rules)))
}
