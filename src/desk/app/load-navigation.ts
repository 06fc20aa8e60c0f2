import type { PageFunctionName } from '../../errors/operation-names.js'
import { reportError } from '../../http/report-error.js'
import { callHost, wrongResult } from '../../pages/host-function.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { isPlainObject } from '../../validation/json-value.js'
import type { DeskRuntime } from '../desk-call.js'
import {
  type DeskBadges,
  type DeskNavigation,
  isSection,
  type NavigationSection,
  navigationSchema,
  type SignOut,
  signOutSchema,
} from '../navigation/options.js'
import type { DeskUser } from '../user.js'

/** What a user has around each page. */
export interface UserNavigation {
  readonly navigation: DeskNavigation
  readonly signOut: SignOut | undefined
  /** What stands beside a section: `3`, or `10,000+`. */
  readonly badges: ReadonlyMap<NavigationSection, string>
}

/**
 * Loads what a user has around each page. A function of the host that fails is reported, and the
 * page is shown without what it returns.
 */
export async function loadNavigation(
  runtime: DeskRuntime,
  user: DeskUser,
  request: Request,
): Promise<UserNavigation> {
  const { options } = runtime
  const { navigation = {}, signOutUrl, badges } = options
  const load = async <T>(
    name: PageFunctionName,
    call: () => T | PromiseLike<T>,
    parse: (value: T) => unknown,
    timeoutMs = options.timeoutMs,
  ): Promise<T | undefined> => {
    try {
      return parse(await callHost({ timeoutMs }, name, call)) as T
    } catch (error) {
      reportError(options.onError, error, request)
      return undefined
    }
  }
  const [own, signOut, counts, toApprove] = await Promise.all([
    typeof navigation === 'function'
      ? load(
          'navigation',
          () => navigation(user),
          (value) => parseOrThrow(navigationSchema, value, 'invalid_options'),
        )
      : navigation,
    typeof signOutUrl === 'function'
      ? load(
          'signOutUrl',
          () => signOutUrl({ user, request }),
          (value) => parseOrThrow(signOutSchema, value, 'invalid_options'),
        )
      : signOutUrl,
    badges &&
      load(
        'badges',
        () => badges(user),
        parseBadges,
        Math.min(options.timeoutMs ?? maxBadgeMs, maxBadgeMs),
      ),
    countToApprove(runtime, user),
  ])
  const shown = Object.entries(counts ?? {}).map(
    ([section, count]) => [section as NavigationSection, count] as const,
  )
  return {
    navigation: own ?? {},
    signOut,
    badges: new Map(
      [
        ...(toApprove === undefined ? [] : [['approvals', toApprove] as const]),
        ...shown.map(([section, count = 0]) => [section, runtime.formats.number(count)] as const),
      ].filter(([, text]) => text !== '0'),
    ),
  }
}

/** How long a page waits for badges, in milliseconds: it is more important than they are. */
const maxBadgeMs = 2_000

/** @throws TypeError if anything but integers by section was returned */
function parseBadges(value: unknown): DeskBadges {
  const reject = (received: unknown) =>
    wrongResult('badges', 'integers from 0 by section, such as { quotes: 3 }', received)
  if (!isPlainObject(value)) throw reject(value)
  for (const [section, count] of Object.entries(value)) {
    if (!isSection(section)) throw reject(section)
    if (count !== undefined && !(Number.isSafeInteger(count) && (count as number) >= 0))
      throw reject(count)
  }
  return value as DeskBadges
}

/**
 * Returns how many quotes wait for an approval. Undefined if there are none, or if they cannot be
 * counted: the page is shown without it. The engine counts up to 10,000.
 */
async function countToApprove(
  { engine, formats }: DeskRuntime,
  user: DeskUser,
): Promise<string | undefined> {
  if (!engine.requiresApprovals) return undefined
  try {
    const { count, isCapped } = await engine.countQuotes(user, { approval: 'pending' })
    return count === 0 ? undefined : `${formats.number(count)}${isCapped ? '+' : ''}`
  } catch {
    return undefined
  }
}
