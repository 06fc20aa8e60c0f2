/**
 * What an engine loads when a state is first sent. Imported by nothing else, so that it needs no
 * object for its exports.
 */
export { isoRegions } from './regions.js'
