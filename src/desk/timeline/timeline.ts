import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { Html } from '../../pages/layout.js'
import { timeElement } from '../../pages/time.js'
import type { Quote } from '../../quote/model/quote.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import { isTime } from '../../validation/times.js'
import type { DeskCall, TimelineEvent } from '../desk-call.js'
import { entryWords, isEdit } from '../history/entry-words.js'
import { timeAgo } from '../list/near-times.js'
import { entryHeading, isReport, loadNames, type NameOf } from '../parts/changes.js'
import { type IconName, icon } from '../parts/icons.js'
import { ifPermitted, loadNewest } from '../parts/load.js'
import { initials, isFailedDelivery } from '../parts/names.js'

/** Changes of one person within so many milliseconds are one event. */
const groupMs = 30 * 60_000

/** Selects the events of a timeline. */
export interface TimelineRange {
  /** How many changes of the quote are loaded. */
  readonly limit: number
  /** Shows what happened before this version; undefined for the latest. */
  readonly before?: number | undefined
}

/** What happened to a quote, the latest first. */
export interface Timeline {
  readonly events: readonly TimelineEvent[]
  /** The version before which earlier events are; undefined if there are none. */
  readonly earlier?: number | undefined
  /** Forms that add to the timeline. */
  readonly forms: readonly Html[]
}

/**
 * Loads what happened to a quote: its changes, its deliveries, its payments, and what features keep
 * of it. Those who may not read the history do without its changes.
 */
export async function loadTimeline(
  call: DeskCall,
  view: QuoteView,
  { limit, before }: TimelineRange,
): Promise<Timeline> {
  const { engine, user } = call
  const { quoteId, version } = view
  const load = (after: number, count: number) =>
    engine.listHistory(user, quoteId, { after, limit: count })
  // The version before which a page begins says until when its other events are.
  const count = before === undefined ? limit : limit + 1
  const newest = Math.min(before ?? version, version)
  const [loaded, nameOf, parts] = await Promise.all([
    ifPermitted(loadNewest(load, newest, count), []),
    loadNames(call),
    Promise.all(call.timelineParts.map((part) => part(call, quoteId))),
  ])
  const end = before === undefined ? undefined : loaded[0]?.time
  const entries = before === undefined ? loaded : loaded.slice(1)
  const oldest = entries.at(-1)
  const earlier = oldest !== undefined && oldest.version > 1 ? oldest : undefined
  const isOfPage = ({ time }: { readonly time: number }) =>
    (end === undefined || time < end) && (earlier === undefined || time >= earlier.time)
  const others = [
    ...parts.flatMap(({ events }) => events.toReversed()),
    ...deliveryEvents(call, view.quote),
    ...paymentEvents(call, view.quote),
  ]
  const changes = entries.filter((entry) => !isReport(entry)).map((entry) => [entry] as const)
  const items: Item[] = [...others.filter(isOfPage), ...changes]
  const sorted = items.toSorted((left, right) => timeOf(right) - timeOf(left))
  return {
    events: groupChanges(sorted).map((item) =>
      isChanges(item) ? changeEvent(call, quoteId, item, nameOf) : item,
    ),
    earlier: earlier?.version,
    forms: parts.flatMap(({ form }) => form ?? []),
  }
}

/** Changes that are one event, the latest first. */
type Changes = readonly [HistoryEntry, ...HistoryEntry[]]
type Item = TimelineEvent | Changes

function isChanges(item: Item): item is Changes {
  return Array.isArray(item)
}

function timeOf(item: Item): number {
  return isChanges(item) ? item[0].time : item.time
}

/** Joins changes of the content that one person has made soon after each other. */
function groupChanges(items: readonly Item[]): readonly Item[] {
  const groups: Item[] = []
  for (const item of items) {
    const later = groups.at(-1)
    if (later !== undefined && isChanges(later) && isChanges(item) && isContinued(item, later))
      groups[groups.length - 1] = [...later, ...item]
    else groups.push(item)
  }
  return groups
}

function isContinued([entry]: Changes, later: Changes): boolean {
  const next = later.at(-1) ?? later[0]
  const { operation, by } = entry
  return (
    isEdit(entry) &&
    next.operation === operation &&
    next.by === by &&
    next.version === entry.version + 1 &&
    next.time - entry.time <= groupMs
  )
}

/** Describes changes of a quote as its history does, with a link to the differences. */
function changeEvent(
  call: DeskCall,
  quoteId: string,
  changes: Changes,
  nameOf: NameOf,
): TimelineEvent {
  const { strings, url } = call
  const [latest] = changes
  const { by, time, version: to } = latest
  const from = (changes.at(-1) ?? latest).version - 1
  const patches = changes.toReversed().flatMap((each) => each.patches)
  const words = entryWords({ ...latest, patches }, call)
  const path = `/quotes/${encodeURIComponent(quoteId)}/differences?from=${from}&to=${to}`
  const { differences, twoVersions } = strings.history
  return {
    time,
    name: by && nameOf({ by }),
    heading: entryHeading(call, 'quote', latest, nameOf),
    body: html`${words !== '' && html`<p class="as-typed">${words}</p>`}${
      isEdit(latest) &&
      html`<p><a href="${url(path)}">${differences}<span class="visually-hidden">: ${twoVersions(from, to)}</span></a></p>`
    }`,
  }
}

type Delivery = NonNullable<Quote['delivery']>[number]

const deliveryIcons: Readonly<Record<Delivery['type'], IconName>> = {
  delivered: 'sent',
  opened: 'opened',
  deferred: 'sent',
  bounced: 'failed',
  dropped: 'failed',
}

/** Describes what became of offers on their way to the customer, the latest first. */
function deliveryEvents(call: DeskCall, quote: Quote): readonly TimelineEvent[] {
  const { strings } = call
  const { delivery = [], revision: current, status } = quote
  return delivery.toReversed().map(({ type, time, revision, recipient, detail }) => {
    const isFailed = isFailedDelivery(type)
    const isToDo = isFailed && status === 'sent' && revision === current
    return {
      time,
      icon: deliveryIcons[type],
      heading: html`<strong${isFailed && html` class="bad"`}>${strings.deliveryEntries[type]}</strong>`,
      body: html`<p class="muted">${strings.lifecycle.revision(revision)}${
        recipient !== undefined && html`, <span class="wrap">${recipient}</span>`
      }${detail !== undefined && html`: <span class="wrap">${detail}</span>`}</p>
      ${isToDo && html`<p>${strings.timeline.failed}</p>`}`,
    }
  })
}

/** Describes what was paid, or paid back, the latest first. */
function paymentEvents({ formats, strings }: DeskCall, quote: Quote): readonly TimelineEvent[] {
  const { payments = [] } = quote
  return payments.toReversed().map(({ id, type, amount, currency, time, detail }) => {
    const isFailed = type === 'failed'
    return {
      time,
      icon: isFailed ? 'failed' : 'payment',
      heading: html`<strong${isFailed && html` class="bad"`}>${strings.paymentEntries[type]}</strong>`,
      body: html`<p class="muted">${formats.money(amount, currency)}, <span class="wrap">${id}</span>${
        detail !== undefined && html`: <span class="wrap">${detail}</span>`
      }</p>`,
    }
  })
}

/** Shows events, the latest first. */
export function timelineList(call: DeskCall, events: readonly TimelineEvent[]): Html {
  const now = Date.now()
  return html`<ol class="timeline">${events.map(
    ({
      time,
      name,
      icon: picture = 'quotes',
      heading,
      body,
      isInternal,
    }) => html`<li${isInternal === true && html` class="internal"`}>
      ${name ? initials(name) : html`<span class="mark">${icon(picture)}</span>`}
      <div><p>${heading} ${relativeTime(call, time, now)}</p>${body}</div>
    </li>`,
  )}</ol>`
}

/** Shows how long ago a time was, with the time itself as a title. */
function relativeTime(call: DeskCall, time: number, now: number): Html {
  const exact = call.formats.dateTime(time)
  return timeElement(time, isTime(time) ? timeAgo(call, time, now) : exact, exact)
}
