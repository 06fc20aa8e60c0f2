import * as z from 'zod'
import type { CommandOptions, StoreContext } from '../../engine/arguments.js'
import { QuoteError } from '../../errors.js'
import { getBlankError } from '../../validation/blanks.js'
import { withReceived } from '../../validation/schemas/scalars.js'
import { defineFeature } from '../define-feature.js'
import type { Feature, FeatureRecord, StoreFeatureReads } from '../feature-types.js'

/** A list of quotes that was saved under a name. */
export interface SavedView {
  /** 1 to 40 characters. A user has each name once, and so have those who share views. */
  readonly name: string
  /** The query string of the list, without a question mark: `status=sent&owner=u1`. */
  readonly search: string
  /** The `actor` whose list has it. Absent for a view that all users share. */
  readonly owner?: string | undefined
}

/** A view to save. */
export interface SetViewRequest extends Pick<SavedView, 'name' | 'search'> {
  /**
   * True for a view that all users share, false for one of the `actor` of the context.
   *
   * @default false
   */
  readonly isShared?: boolean | undefined
}

/** The view to remove: one of all users, or of the `actor` of the context. */
export type RemoveViewRequest = Omit<SetViewRequest, 'search'>

/** The methods of `savedViews`, at `engine.features`. */
export interface SavedViewMethods extends StoreFeatureReads<readonly SavedView[]> {
  /**
   * Saves a view, or replaces the one of the same name.
   *
   * @throws QuoteError `invalid_request` at `name`, `search` or `isShared`; at `name` if it is new
   * and there are 20 views of the user, or of all users; at `isShared` if it is not true and the
   * context has no `actor`
   */
  setView(
    context: StoreContext,
    request: SetViewRequest,
    options?: CommandOptions,
  ): Promise<FeatureRecord<readonly SavedView[]>>
  /** Removes a view. Does nothing if there is no such view. */
  removeView(
    context: StoreContext,
    request: RemoveViewRequest,
    options?: CommandOptions,
  ): Promise<FeatureRecord<readonly SavedView[]>>
}

/** The most views that a user has, and that all users share. */
export const maxViews = 20

const maxNameLength = 40
const maxSearchLength = 1_000

/** The most views of a store. */
const maxStoreViews = 800

/**
 * Keeps the views that users of the desk save: lists of quotes with their filters and order, for
 * themselves or for all users. Pass it to the engine of the desk as one of its `features`. What is
 * saved is no secret: everybody who can read the feature reads the views of all users.
 *
 * @example
 * const engine = createQuoteEngine({ storage, catalog, features: [savedViews()] })
 * const desk = await createDesk({ engine, authenticate, secrets })
 * await engine.features.savedViews.setView(context, { name: 'Large', search: 'order=total-desc' })
 */
export function savedViews(): Feature<'savedViews', SavedViewMethods> {
  return defineFeature({
    name: 'savedViews',
    of: 'store',
    schema: viewsSchema(),
    empty: [],
    operations: {
      setView: {
        summary: 'Save a view of the list of quotes, or replace the one of the same name',
        request: setViewSchema(),
        decide({ value, request, actor }) {
          const { name, search } = request
          const owner = ownerOf(request, actor)
          const index = findView(value, name, owner)
          const view = owner === undefined ? { name, search } : { name, search, owner }
          if (index !== -1) return value.with(index, view)
          if (value.filter((each) => each.owner === owner).length < maxViews)
            return [...value, view]
          const message = `must be one of the ${maxViews} views; remove one to save another`
          throw new QuoteError('invalid_request', { errors: { name: message } })
        },
      },
      removeView: {
        summary: 'Remove a view of the list of quotes',
        request: removeViewSchema(),
        decide({ value, request, actor }) {
          const index = findView(value, request.name, ownerOf(request, actor))
          return index === -1 ? value : value.toSpliced(index, 1)
        },
      },
    },
  })
}

function viewsSchema() {
  const view = z.strictObject({
    name: z.string().max(maxNameLength),
    search: z.string().max(maxSearchLength),
    owner: z.string().exactOptional(),
  })
  return z.array(view).max(maxStoreViews)
}

function setViewSchema() {
  const error = withReceived(`must be a string of 1 to ${maxNameLength} characters`)
  const name = z
    .string({ error })
    .min(1, { error })
    .max(maxNameLength, { error })
    .superRefine((value, { addIssue }) => {
      const message = getBlankError(value)
      if (message !== undefined) addIssue({ code: 'custom', message })
    })
  const searchError = withReceived(`must be a query string of up to ${maxSearchLength} characters`)
  const search = z.string({ error: searchError }).max(maxSearchLength, { error: searchError })
  return z.strictObject({ name, search, ...forWhom() })
}

function removeViewSchema() {
  return z.strictObject({ name: z.string().max(maxNameLength), ...forWhom() })
}

function forWhom() {
  return { isShared: z.boolean({ error: withReceived('must be true or false') }).optional() }
}

function findView(views: readonly SavedView[], name: string, owner: string | undefined): number {
  return views.findIndex((each) => each.name === name && each.owner === owner)
}

/** @throws QuoteError `invalid_request` if it is to be for a user that is unknown */
function ownerOf({ isShared }: RemoveViewRequest, actor: string | undefined): string | undefined {
  if (isShared) return undefined
  if (actor !== undefined) return actor
  const message = 'must be true, as the context has no actor whose view it could be'
  throw new QuoteError('invalid_request', { errors: { isShared: message } })
}
