import type { Quote } from '../quote/quote.js'

/** A tag of a store and its appearance. */
export interface Tag {
  /** `rgba(r%, g%, b%, a)` */
  readonly backgroundColor: string
  /** `rgb(r%, g%, b%)` */
  readonly color: string
  /** The label to display. */
  readonly label: string
  /** The name of the tag, as in a quote's `tags`. */
  readonly value: string
}

/** The tags of a store by name. Even a name such as `__proto__` is an own key. */
export type StoreTags = Readonly<Record<string, Tag>>

/**
 * Returns the tags of a quote that its store has, in the quote's order, as the list view and the
 * edit view show them. Other tags stay on the quote, and show once the store adds them.
 */
export function visibleTags(quote: Pick<Quote, 'tags'>, storeTags: StoreTags): readonly Tag[] {
  const names = quote.tags ?? []
  return Object.freeze(
    names.flatMap((name) => {
      const tag = Object.hasOwn(storeTags, name) ? storeTags[name] : undefined
      return tag === undefined ? [] : [tag]
    }),
  )
}
