import type { Context } from 'hono'
import type { DocumentOptions } from '../document/model/document-options.js'
import type { Formats } from '../document/model/formats.js'
import type { Form } from '../pages/forms/form.js'
import type { TypedNumbers } from '../pages/forms/typed-numbers.js'
import type { Html } from '../pages/layout.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import type { NavigationSection } from './navigation/options.js'
import type { DeskOptions, DeskUser } from './options.js'
import type { IconName } from './parts/icons.js'
import type { ShownFields } from './parts/own-fields.js'
import type { DeskStrings } from './strings.js'

/** What the pages of one desk share. */
export interface DeskRuntime {
  readonly engine: QuoteEngine
  readonly options: DeskOptions
  readonly formats: Formats
  /** Every word that the pages show. */
  readonly strings: DeskStrings
  /** The language of the strings, as a BCP 47 tag. */
  readonly lang: string
  /** Reads and writes the numbers of forms. */
  readonly numbers: TypedNumbers
  /** The fields that the host of the engine declares. */
  readonly ownFields: ShownFields
  /** Loads how the document of a quote is shown. */
  documentOptions(record: QuoteRecord): Promise<DocumentOptions>
  /** What features have in the timeline of a quote. */
  readonly timelineParts: readonly LoadTimelinePart[]
  /** Returns the address of a page: `url('/quotes/new')`. */
  url(path: string): string
  /** The addresses of the stylesheet and the module by their names: `desk.css`. */
  readonly assets: Readonly<Record<string, string>>
}

/** One request of a page. */
export interface DeskCall extends DeskRuntime {
  readonly c: Context
  /** The context for the methods of the engine. */
  readonly user: DeskUser
  /** The token that the forms of this user carry in the field `token`. */
  readonly token: string
  /** Returns a parameter of the path: `param('quoteId')`. */
  param(name: string): string
  /** Returns a parameter of the query, without spaces around it; empty if there is none. */
  query(name: string): string
  /** Shows a page in the frame of the desk. */
  page(page: DeskPage, status?: number): Promise<Response>
  /** Redirects to a page after its form was processed: `redirect('/quotes/1', 'saved')`. */
  redirect(path: string, done?: string): Response
}

/** What stands in the frame of the desk. */
export interface DeskPage {
  readonly title: string
  /** The part of the desk that it belongs to, or the address of a page of the host. */
  readonly section: NavigationSection
  readonly main: Html
  /** True if the page uses the module for editing lines. */
  readonly usesModule?: boolean
  /** The addresses of stylesheets besides those of every page. */
  readonly styles?: readonly string[]
}

/** Responds to a request with a page. */
export type ShowPage = (call: DeskCall) => Promise<Response> | Response

/** Processes a form, whose token is checked. */
export type ProcessForm = (call: DeskCall, form: Form) => Promise<Response> | Response

/** A page, and the form that is sent to its address. */
export interface DeskRoute {
  /** As Hono writes it: `/quotes/:quoteId`. */
  readonly path: string
  readonly get?: ShowPage
  readonly post?: ProcessForm
}

/** What a feature of the library has in the desk. */
export interface DeskFeature {
  /** Its pages. A path with fixed words stands before those with parameters. */
  readonly routes: readonly DeskRoute[]
  /** Its rules in the stylesheet of the desk, after those that all pages have. */
  readonly stylesheet?: string | undefined
  /** Loads what it keeps of a quote, for the timeline on the page of the quote. */
  readonly timeline?: LoadTimelinePart | undefined
}

/** Loads what a feature has in the timeline of a quote. */
export type LoadTimelinePart = (call: DeskCall, quoteId: string) => Promise<TimelinePart>

/** What a feature has in the timeline of a quote. */
export interface TimelinePart {
  /** In the order in which they happened. */
  readonly events: readonly TimelineEvent[]
  /** Adds an event. */
  readonly form?: Html
}

/** Something that happened to a quote. */
export interface TimelineEvent {
  /** Milliseconds since the Unix epoch. */
  readonly time: number
  /** Who did it; undefined if that is unknown. */
  readonly name?: string | undefined
  /** The picture of what has no name. */
  readonly icon?: IconName
  /** What happened, in a few words. */
  readonly heading: Html
  readonly body?: Html | false
  /** True if customers do not see it. */
  readonly isInternal?: boolean
}
