/**
 * A symbol, because it survives copies such as `{ ...context }`, and no data that was parsed has
 * one. It is the same in every copy of the library.
 */
const onlyQuote: unique symbol = Symbol.for('quotewright.onlyQuote')

/** A context that can be limited to one quote. */
interface LimitedContext {
  readonly [onlyQuote]?: string
}

/**
 * Returns a copy of a context whose caller sees one quote only, for pages on which a link or a
 * ticket is the permission. Every other quote is `quote_not_found`, and the option `scope` of the
 * engine is not asked. The role and the option `permit` restrict it further.
 *
 * @example
 * const holder = limitToQuote({ storeId, actor: 'link', role: 'buyer' }, quoteId)
 * const { quote } = await engine.getQuote(holder, quoteId)
 */
export function limitToQuote<Context extends { readonly storeId: string }>(
  context: Context,
  quoteId: string,
): Context {
  return { ...context, [onlyQuote]: quoteId }
}

/** Returns the only quote that a caller sees; undefined if it is not limited to one. */
export function getOnlyQuote(context: object): string | undefined {
  return (context as LimitedContext)[onlyQuote]
}
