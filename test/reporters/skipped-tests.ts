/** A test that did not run. */
export interface SkippedTest {
  readonly file: string
  /** The test, or the suite whose name has the reason. */
  readonly subject: string
  readonly reason: string | undefined
}

/** What to do about a reason, by what the reason mentions. */
const remedies: readonly (readonly [mention: string, remedy: string])[] = [
  [
    'QUOTEWRIGHT_POSTGRES_URL',
    'Set QUOTEWRIGHT_POSTGRES_URL to a server, such as postgres://postgres@127.0.0.1:5432/postgres.',
  ],
  [
    'QUOTEWRIGHT_POSTGRES_PROGRAMS',
    'Set QUOTEWRIGHT_POSTGRES_PROGRAMS to the folder of initdb, such as /usr/lib/postgresql/15/bin.',
  ],
  [
    'QUOTEWRIGHT_CITUS_URL',
    'Set QUOTEWRIGHT_CITUS_URL to the coordinator of a Citus cluster with two or more workers.',
  ],
  [
    'QUOTEWRIGHT_CITUS_CLUSTER',
    'Set QUOTEWRIGHT_CITUS_CLUSTER to a script: `start DIR PORT` prints a URL, `stop DIR` stops it.',
  ],
  [
    'QUOTEWRIGHT_MARIADB_URL',
    'Set QUOTEWRIGHT_MARIADB_URL to a server, such as mysql://root@127.0.0.1:3306/test.',
  ],
  [
    'QUOTEWRIGHT_NATS_URL',
    'Set QUOTEWRIGHT_NATS_URL to a server with JetStream, such as nats://127.0.0.1:4222.',
  ],
  [
    'QUOTEWRIGHT_UBL_SCHEMAS',
    'Set QUOTEWRIGHT_UBL_SCHEMAS to the folder xsdrt of UBL 2.3, as OASIS publishes it.',
  ],
  [
    'QUOTEWRIGHT_GALERA_LIBRARY',
    'Set QUOTEWRIGHT_GALERA_LIBRARY to libgalera_smm.so, such as in /usr/lib/galera.',
  ],
  [
    'QUOTEWRIGHT_BETTER_SQLITE3',
    'Set QUOTEWRIGHT_BETTER_SQLITE3 to the folder of an installed better-sqlite3.',
  ],
]

/**
 * Finds the reason in the parentheses of a name, such as "on a server (no address is set)". The
 * outermost name with parentheses has it.
 *
 * @param names The names of the suites, the outermost first, and that of the test.
 */
export function skipReason(names: readonly string[]): Pick<SkippedTest, 'subject' | 'reason'> {
  const outermost = names.find((name) => /\((?!here\))[^()]+\)$/.test(name))
  const name = outermost ?? names.find((each) => /\((?!here\))[^()]+\)/.test(each))
  const [parentheses, reason] = /\(([^()]+)\)(?!.*\()/.exec(name ?? '') ?? []
  if (name === undefined || parentheses === undefined)
    return { subject: names.join(' > '), reason: undefined }
  const subject = name.replace(parentheses, '').replace(/\s+/g, ' ').trim()
  return { subject, reason }
}

/** Lists what was skipped, by reason; no line if nothing was skipped. */
export function skippedLines(skipped: readonly SkippedTest[]): string[] {
  if (skipped.length === 0) return []
  const byReason = new Map<string | undefined, SkippedTest[]>()
  for (const test of skipped)
    byReason.set(test.reason, [...(byReason.get(test.reason) ?? []), test])
  return [
    `Skipped: ${count(skipped.length, 'test')} that cannot run here`,
    ...[...byReason].flatMap(([reason, tests]) => linesOf(reason, tests)),
  ]
}

function linesOf(reason: string | undefined, tests: readonly SkippedTest[]): string[] {
  const subjects = new Set(tests.map(({ file, subject }) => `    ${file} > ${subject}`))
  const remedy = remedies.find(([mention]) => reason?.includes(mention))?.[1]
  return [
    `  ${reason ?? 'no reason given'}: ${count(tests.length, 'test')}`,
    ...(remedy === undefined ? [] : [`    ${remedy}`]),
    ...subjects,
  ]
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
