import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The rules of WCAG 2.0 to 2.2, levels A and AA, and axe's own best practices. */
const tags: string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Returns what axe finds on a page, a line for each element: the rule, the element and why.
 *
 * @param rules Runs only these rules; by default, all of the tags.
 */
export async function axeViolations(
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const runOnly: axe.RunOnly | string[] = rules ? { type: 'rule', values: [...rules] } : tags
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] }
  const { violations } = await page.evaluate(
    (runOptions: axe.RunOptions) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(runOptions),
    options,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
