/**
 * Moves a store from one storage to another while it is in use.
 *
 * @module quotewright/moving
 */
export {
  type MoveProgress,
  type MoveReport,
  type MoveStoreOptions,
  moveStore,
} from './move-store.js'
export { type RoutedStorageOptions, routedStorage } from './routed-storage.js'
