import type { Quote } from '../quote/quote.js'

/** How a store shows one of its tags. */
export interface Tag {
  /** `rgba(r%, g%, b%, a)` */
  readonly backgroundColor: string
  /** `rgb(r%, g%, b%)` */
  readonly color: string
  /** The text to display. */
  readonly label: string
  /** The text to put on a quote: the tag's key in the list. */
  readonly value: string
}

/** The tags of a store by name. A name such as `__proto__` is an ordinary own key. */
export type StoreTags = Readonly<Record<string, Tag>>

/**
 * The tags that the list view and the edit view show for a quote, in the quote's order: those whose name the store has. Others
 * stay on the quote, and show as soon as the store adds them.
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
