import * as z from 'zod'
import { linkTarget, orFunction, sitePath } from '../../pages/option-schemas.js'
import { isPlainObject } from '../../validation/json-value.js'
import { withReceived } from '../../validation/schemas/scalars.js'
import type { DeskUser } from '../user.js'

/** The sections of the desk with their addresses, in their order. */
export const deskSections = [
  ['quotes', '/'],
  ['approvals', '/?approval=pending'],
  ['customers', '/customers/search'],
  ['templates', '/templates'],
  ['insight', '/insight'],
  ['activity', '/activity'],
  ['tags', '/tags'],
  ['users', '/users'],
] as const

/** A section of the desk. */
export type DeskSection = (typeof deskSections)[number][0]

/** A page of the host: `/pages/calls`. */
export type OwnSection = `/pages/${string}`

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
  /** Who uses the desk. */
  readonly user: DeskUser
  /** The request of the page. */
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

/** Returns true for the name of a section, also of a page that does not exist. */
export function isSection(value: unknown): boolean {
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

export const navigationSchema = z.strictObject(
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

export const signOutSchema = z.unknown().superRefine((value, context) => {
  const { error } = (isPlainObject(value) ? signOutForm : linkTarget).safeParse(value)
  for (const { message, path } of error?.issues ?? [])
    context.addIssue({ code: 'custom', message, path })
})

/** Accepts the option `signOutUrl`. */
export const signOutSource = orFunction(signOutSchema).optional()
