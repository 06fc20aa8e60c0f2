// Writes what docs/operating/capacity.md has from docs/capacity.json: tables, and a line on the
// machine.
import { readFileSync, writeFileSync } from 'node:fs'
import { replaceComputedParts } from '../bench/capacity/capacity-tables.mjs'

const page = 'docs/operating/capacity.md'
const record = JSON.parse(readFileSync('docs/capacity.json', 'utf8'))
writeFileSync(page, replaceComputedParts(readFileSync(page, 'utf8'), record))
