import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { drawSvg } from '../bench/harness/svg.mjs'

/**
 * What each room of src is for, in a few words.
 *
 * @type {Readonly<Record<string, string>>}
 */
const purposes = {
  errors: 'codes and messages',
  money: 'exact amounts',
  validation: 'schemas, fast checks',
  record: 'versions, history',
  quote: 'prices, merging, life',
  store: 'kinds of records',
  ports: 'what hosts implement',
  document: 'what customers read',
  engine: 'operations of quotes',
  'quote-engine': 'all operations',
  features: 'what hosts declare',
  'features/*': 'records, words',
  'features/*/operations': 'methods of the engine',
  'features/*/desk': 'their pages',
  storage: 'SQLite, PostgreSQL',
  catalog: 'memory, SQL, CSV',
  shipping: 'memory',
  tax: 'table of rates',
  orders: 'memory',
  relay: 'events to others',
  mail: 'to customers and sellers',
  pdf: 'Typst in a process',
  testing: 'suites, arbitraries',
  http: 'routes, OpenAPI',
  mcp: 'tools for agents',
  files: 'JSON Lines, CSV',
  insight: 'figures of sales',
  cli: 'the program',
  index: 'the main entry',
  pages: 'forms, layout',
  desk: 'the pages of sellers',
  'desk/app': 'all pages',
  'customer-page': 'the page of customers',
}

const box = { width: 150, height: 44, gap: 10 }
const floorHeight = 60
const margin = 16

/** Returns the rooms of src by floor: each imports only from floors below its own. */
export function listFloors() {
  const imports = importsByRoom()
  /** @type {(room: string) => number} */
  const floorOf = (room) =>
    Math.max(0, ...[...(imports.get(room) ?? [])].map((imported) => floorOf(imported) + 1))
  const rooms = [...imports.keys()].sort()
  const floors = Math.max(...rooms.map(floorOf)) + 1
  return Array.from({ length: floors }, (_, floor) =>
    rooms.filter((room) => floorOf(room) === floor),
  )
}

/** Returns which rooms each room imports. */
function importsByRoom() {
  /** @type {Map<string, Set<string>>} */
  const imports = new Map()
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  for (const path of files.filter((file) => file.endsWith('.ts'))) {
    const room = roomOf(path)
    const imported = imports.get(room) ?? new Set()
    imports.set(room, imported)
    const code = readFileSync(join('src', path), 'utf8')
    for (const [, specifier = ''] of code.matchAll(/ from '(\.[^']+)'/g))
      imported.add(roomOf(join(dirname(path), specifier)))
    imported.delete(room)
  }
  return imports
}

/**
 * A room is a folder of src, or a file beside them: `errors.ts` and `errors/` are one. The parts of
 * a feature are on different floors, and so is what puts the pages of the desk together.
 *
 * @param {string} path
 */
function roomOf(path) {
  if (/^desk\/(?:app\/|index\.)/.test(path)) return 'desk/app'
  const part = /^features\/[^/]+\/(?:(desk)\/|(operations)\.)?/.exec(path)
  if (part) return ['features/*', part[1] ?? part[2] ?? []].flat().join('/')
  return path.replace(/\/.*|\.(?:ts|js)$/, '')
}

/** Draws the floors, the lowest at the bottom. */
export function drawArchitecture() {
  const floors = listFloors()
  const widest = Math.max(...floors.map((rooms) => rooms.length))
  const width = 2 * margin + widest * (box.width + box.gap) - box.gap
  const height = 2 * margin + floors.length * floorHeight
  const content = floors.flatMap((rooms, floor) => {
    const y = height - margin - (floor + 1) * floorHeight
    const start = (width - rooms.length * (box.width + box.gap) + box.gap) / 2
    return rooms.map((room, index) => drawRoom(room, start + index * (box.width + box.gap), y))
  })
  return drawSvg({
    title: 'The folders of src: each imports only from floors below its own',
    width,
    height,
    light: 'rect { fill: #f6f8fa; stroke: #59636e }',
    dark: 'rect { fill: #151b23; stroke: #9198a1 }',
    content,
  })
}

/**
 * @param {string} room
 * @param {number} x
 * @param {number} y
 */
function drawRoom(room, x, y) {
  const purpose = purposes[room]
  if (purpose === undefined) throw new Error(`${room} has no purpose in architecture-diagram.mjs`)
  const center = x + box.width / 2
  return `  <rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6"/>
  <text x="${center}" y="${y + 19}" text-anchor="middle">${room}</text>
  <text x="${center}" y="${y + 35}" text-anchor="middle" class="muted">${purpose}</text>`
}
