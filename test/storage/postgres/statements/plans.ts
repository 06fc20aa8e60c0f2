import type { PGlite } from '@electric-sql/pglite'
import type { Statement } from './operations.js'

/** A node of a plan, as `explain (format json)` shows it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

interface ExplainRow {
  readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[]
}

/** Returns the plan for these values, or the generic plan that prepared statements may use. */
export async function planOf(
  database: PGlite,
  { text, values }: Statement,
  kind: 'custom' | 'generic',
): Promise<readonly PlanNode[]> {
  // A generic plan of a statement with parameters needs the simple protocol, which `exec` uses.
  const [result] =
    kind === 'custom'
      ? [await database.query(`explain (verbose, format json) ${text}`, values)]
      : await database.exec(`explain (verbose, format json, generic_plan) ${text}`)
  const rows = (result?.rows ?? []) as ExplainRow[]
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)))
}
