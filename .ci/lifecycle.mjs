// Draws docs/lifecycle.svg, and writes the table of the guide, from the built table of transitions.
import { readFileSync, writeFileSync } from 'node:fs'
import { transitions } from '../dist/index.js'
import { drawLifecycle, lifecycleTable } from './lifecycle-diagram.mjs'

const guide = 'docs/from-request-to-order.md'
const editable = ['new', 'draft']
const table = /^\| Operation \| From \| To \| By \|\n(?:\|.*\n)+/m
writeFileSync('docs/lifecycle.svg', drawLifecycle(transitions, editable))
const page = readFileSync(guide, 'utf8')
writeFileSync(
  guide,
  page.replace(table, () => `${lifecycleTable(transitions).join('\n')}\n`),
)
