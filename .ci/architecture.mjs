// Draws docs/architecture.svg from the imports of src.
import { writeFileSync } from 'node:fs'
import { drawArchitecture } from './architecture-diagram.mjs'

writeFileSync('docs/architecture.svg', drawArchitecture())
