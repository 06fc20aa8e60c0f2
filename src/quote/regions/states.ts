/*!
 * Names of states. Based on country-region-data, copyright 2022 Benjamin Keen, on
 * iso-3166, copyright 2020 Titus Wormer, and, for codes that were withdrawn, on iso-3166-2,
 * copyright 2014 Ola Holmström, which are published under the MIT license,
 * whose text is in the file LICENSE.
 */

import { statesFromAdToGb } from './states/from-ad-to-gb.js'
import { statesFromGdToMx } from './states/from-gd-to-mx.js'
import { statesFromMyToZw } from './states/from-my-to-zw.js'

/**
 * The code of each country of ISO 3166-1, and in the lines below the code and the name of each of
 * its states: those of ISO 3166-2, and then codes that were withdrawn or are used instead. A
 * string, because it is loaded faster than arrays, and most processes need the states of few
 * countries. The test compares it with lists of others: a code is never the state that another list
 * means by it. In three modules, so that each is a file that the build need not write twice.
 */
export const statesOfCountries = statesFromAdToGb + statesFromGdToMx + statesFromMyToZw
