import * as z from 'zod'
import type { PageFunctionName } from '../errors/operation-names.js'
import { reportError } from '../http/report-error.js'
import { callHost, wrongResult } from '../pages/host-function.js'
import { linkTarget, orFunction, sitePath } from '../pages/option-schemas.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { isPlainObject } from '../validation/json-value.js'
import { withReceived } from '../validation/schemas/scalars.js'
import type { DeskRuntime, DeskSection, OwnSection } from './desk-call.js'
import type { DeskUser } from './options.js'

/** The sections of the desk with their addresses, in their order. */
export const deskSections: readonly (readonly [section: DeskSection, path: string])[] = [
  ['quotes', '/'],
  ['approvals', '/?approval=pending'],
  ['customers', '/customers/search'],
  ['templates', '/templates'],
  ['insight', '/insight'],
  ['activity', '/activity'],
  ['tags', '/tags'],
  ['users', '/users'],
]

/** A link to a page of your site. */
export interface HostLink {
  /** What it says: 1 to 80 characters. */
  readonly label: string
  /** Where it leads: a path of your site such as `/orders`, or an address with `https://`. */
  readonly url: string
}

/** A section of the desk, such as `quotes`, or a page of your own: `/pages/calls`. */
export type NavigationSection = DeskSection | OwnSection

/** What stands in the navigation of the desk. It hides links, and protects no page. */
export interface DeskNavigation {
  /** Links of your site above the sections, at most 20. */
  readonly before?: readonly HostLink[] | undefined
  /** Links of your site below the sections, at most 20. */
  readonly after?: readonly HostLink[] | undefined
  /** Links in the menu of the user, at most 20. */
  readonly user?: readonly HostLink[] | undefined
  /**
   * The sections that are shown, in this order.
   *
   * @default All, and then your pages.
   */
  readonly sections?: readonly NavigationSection[] | undefined
  /** Sections that are not shown. */
  readonly hidden?: readonly NavigationSection[] | undefined
}

/** The navigation of all users, or a function that returns that of a user, or a promise. */
export type NavigationSource =
  | DeskNavigation
  | ((user: DeskUser) => DeskNavigation | PromiseLike<DeskNavigation>)

/** A form that signs a user out, for a host that does so by POST only. */
export interface SignOutForm {
  /** The path of your site that the form is sent to. It redirects within your site. */
  readonly post: string
  /** Hidden fields by name, such as a token of your own. At most 20. */
  readonly fields?: Readonly<Record<string, string>> | undefined
}

/** Who signs out, for the token of a form. */
export interface SignOutCall {
  readonly user: DeskUser
  readonly request: Request
}

/** Where users sign out: the address of a link, or a form. */
export type SignOut = string | SignOutForm

/** Where users sign out, or a function that returns it, or a promise. */
export type SignOutSource = SignOut | ((call: SignOutCall) => SignOut | PromiseLike<SignOut>)

/** Numbers beside sections: integers from 0, which shows none. */
export type DeskBadges = { readonly [Section in NavigationSection]?: number | undefined }

/** Returns the numbers that a user sees beside sections. */
export type LoadBadges = (user: DeskUser) => DeskBadges | PromiseLike<DeskBadges>

const maxLinks = 20

const shortError = { error: withReceived('must be a string of 1 to 80 characters') }
export const shortLabel = z.string(shortError).trim().min(1, shortError).max(80, shortError)

const hostLinks = z
  .array(
    z.strictObject(
      { label: shortLabel, url: linkTarget },
      { error: withReceived('must be an object with label and url') },
    ),
    { error: withReceived('must be an array of links') },
  )
  .max(maxLinks, { error: `must have at most ${maxLinks} links` })
  .optional()

const sectionNames: ReadonlySet<unknown> = new Set(deskSections.map(([name]) => name))

function isSection(value: unknown): boolean {
  return sectionNames.has(value) || (typeof value === 'string' && /^\/pages\/[\w-]+$/.test(value))
}

const sections = z
  .array(
    z.custom<NavigationSection>(isSection, {
      error: withReceived(
        `must be ${[...sectionNames].join(', ')}, or a page such as /pages/calls`,
      ),
    }),
    { error: withReceived('must be an array of sections') },
  )
  .refine((list) => new Set(list).size === list.length, { error: 'must name each section once' })
  .optional()

const navigationSchema = z.strictObject(
  { before: hostLinks, after: hostLinks, user: hostLinks, sections, hidden: sections },
  { error: withReceived('must be an object with before, after, user, sections or hidden') },
)

/** Accepts the option `navigation`. */
export const navigationSource = orFunction(navigationSchema).optional()

const hiddenFields = z
  .record(z.string(), z.string({ error: withReceived('must be a string') }), {
    error: withReceived('must be an object of strings by name'),
  })
  .refine((fields) => Object.keys(fields).length <= maxLinks, {
    error: `must have at most ${maxLinks} fields`,
  })

const signOutForm = z.strictObject(
  { post: sitePath, fields: hiddenFields.optional() },
  { error: withReceived('must be an address, or an object with post and fields') },
)

const signOutSchema = z.unknown().superRefine((value, context) => {
  const { error } = (isPlainObject(value) ? signOutForm : linkTarget).safeParse(value)
  for (const { message, path } of error?.issues ?? [])
    context.addIssue({ code: 'custom', message, path })
})

/** Accepts the option `signOutUrl`. */
export const signOutSource = orFunction(signOutSchema).optional()

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
  const expected = 'integers from 0 by section, such as { quotes: 3 }'
  if (!isPlainObject(value)) throw wrongResult('badges', expected, value)
  for (const [section, count] of Object.entries(value)) {
    const isCount = count === undefined || (Number.isSafeInteger(count) && (count as number) >= 0)
    if (!isCount || !isSection(section))
      throw wrongResult('badges', expected, isCount ? section : count)
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
