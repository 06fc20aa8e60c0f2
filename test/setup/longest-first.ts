import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, so that none of them runs alone at the end. */
const longest = [
  'test/docs/samples.test.ts',
  'test/browser/accessibility.test.ts',
  'test/browser/script-injection.test.ts',
  'test/customer-page/in-chromium.test.ts',
  'test/fault-injection/galera.test.ts',
  'test/browser/languages.test.ts',
  'test/document/in-chromium.test.ts',
  'test/storage/postgres/clients/libraries.test.ts',
  'test/browser/flow.test.ts',
  'test/fault-injection/relay.test.ts',
  'test/engine/scopes/non-interference.property.test.ts',
  'test/pdf/compiler-crash.test.ts',
  'test/storage/moving/move-store.test.ts',
  'test/http/request-cost.test.ts',
  'test/relay/relay.property.test.ts',
  'test/fault-injection/lost-updates.test.ts',
  'test/fault-injection/once.test.ts',
  'test/storage/mysql/galera.test.ts',
  'test/desk/assets/edit.test.ts',
  'test/hostile/server.test.ts',
  'test/fault-injection/crash.test.ts',
  'test/engine/interleavings/lives.property.test.ts',
  'test/fault-injection/citus.test.ts',
  'test/fault-injection/move-store.test.ts',
  'test/fault-injection/numbers.test.ts',
  'test/storage/postgres/suite.test.ts',
  'test/storage/model.property.test.ts',
  'test/pdf/render-pdf.test.ts',
  'test/document/ubl/ubl.property.test.ts',
  'test/examples/demo.test.ts',
  'test/testing/storage-model.test.ts',
  'test/engine/lifecycle/lifecycle.property.test.ts',
  'test/document/pictures.test.ts',
  'test/pdf/pictures.test.ts',
  'test/http/openapi/client/generated-client.test.ts',
]

/** Starts with the longest test files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((path) => moduleId.endsWith(path))
      return index === -1 ? longest.length : index
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
