import { isQuoteError } from '../../errors.js'

/**
 * Returns a result that a page can do without, or `otherwise` if the user must not have it.
 *
 * @throws Every other error than `not_permitted`
 */
export async function ifPermitted<T>(result: PromiseLike<T>, otherwise: T): Promise<T> {
  try {
    return await result
  } catch (error) {
    if (isQuoteError(error) && error.code === 'not_permitted') return otherwise
    throw error
  }
}
