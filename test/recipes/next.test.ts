import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'
import { sampleWorkspace } from '../docs/sample-workspace.js'
import { json, quotes, request } from '../http/sample-app.js'
import { programsOf } from './recipes.js'

const workspace = sampleWorkspace()
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

// In Next.js itself it is run by .ci/recipes.mjs: Next.js is too big for devDependencies.
it('the route of next.md creates, updates and gets a quote', async () => {
  const [program] = programsOf('next')
  const file = join(mkdtempSync(join(workspace, 'next-')), 'route.mjs')
  const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext }
  writeFileSync(file, ts.transpileModule(program?.code ?? '', { compilerOptions }).outputText)
  const { GET, POST, PUT } = await import(file)

  const url = `http://localhost:3000${quotes}`
  const body = JSON.stringify({ ...request, products: [{ id: 118, qty: 2 }] })
  const created = await POST(new Request(url, { method: 'POST', headers: json, body }))
  expect(created.status).toBe(201)
  const at = `${url}/${(await created.json()).quote_id}`
  const changes = '{"tag_list":["Approved"]}'
  const updated = await PUT(new Request(at, { method: 'PUT', headers: json, body: changes }))
  expect(updated.headers.get('etag')).toBe('"2"')
  const got = await GET(new Request(at, { headers: json }))
  expect(await got.json()).toEqual(await updated.json())
})
