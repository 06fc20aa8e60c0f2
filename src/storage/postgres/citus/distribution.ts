import { batchParameters } from '../commits/commit-parameters.js'
import type { Statement, WriteCommits } from '../commits/commits.js'
import { citusMissing } from '../errors.js'
import {
  callOf,
  type DistributedFunction,
  writeCommitsFunction,
  writeSearchFunction,
} from './functions.js'

/** The tables in the order in which they are distributed. The first one defines the shards. */
const tables = ['stores', 'records', 'history', 'idempotency', 'search', 'state']

/**
 * Returns the SQL that distributes the tables by store if they are not, with the rows that they
 * have, and creates the functions of this release if they are missing. `schema` is already quoted.
 */
export function distributeTables(schema: string): string {
  const [first] = tables
  const colocated = `colocate_with => '${schema}.${first}'`
  return `  if not exists (select from pg_extension where extname = 'citus') then
    raise 'the extension citus does not exist' using errcode = '${citusMissing}';
  end if;
  -- Distributions of two schemas would lock the tables of Citus in different orders.
  perform pg_advisory_xact_lock(hashtextextended('quotewright citus', 0));
  -- All statements on one connection per worker, so that they are one transaction there.
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
${tables
  .map(
    (table) => `  if not exists (
    select from pg_dist_partition where logicalrelid = '${schema}.${table}'::regclass) then
    perform create_distributed_table('${schema}.${table}', 'store_id',
      ${table === first ? `colocate_with => 'none'` : colocated});
  end if;`,
  )
  .join('\n')}
${functionsOf(schema)
  .map(
    (each) => `  if to_regproc('${each.name}') is null then
    create function ${signatureOf(each)} ${each.source};
    -- Forced, so that it also runs on the worker inside a transaction of the host.
    perform create_distributed_function('${signatureOf(each)}', '$1', ${colocated},
      force_delegation => true);
  end if;`,
  )
  .join('\n')}`
}

function functionsOf(schema: string): readonly DistributedFunction[] {
  return [writeCommitsFunction(schema), writeSearchFunction(schema)]
}

function signatureOf({ name, parameters }: DistributedFunction): string {
  return `${name}(${parameters.join(', ')})`
}

/** Returns what makes the statement that writes commits: a call of a distributed function. */
export function distributedCommits(schema: string): WriteCommits {
  const text = `select ${callOf(writeCommitsFunction(schema))} as commit`
  return (commits): Statement => {
    const hasKeys = commits.some(({ idempotency }) => idempotency !== undefined)
    const values = batchParameters(commits, { hasKeys })
    return { text, values: hasKeys ? values : [...values, '', 0] }
  }
}

/** Returns the statement with which `rebuildSearch` writes search rows. */
export function distributedSearch(schema: string): string {
  return `select ${callOf(writeSearchFunction(schema))} as current`
}
