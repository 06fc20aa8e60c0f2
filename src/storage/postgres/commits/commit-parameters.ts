import type { IdempotencyRecord } from '../../../record/commit.js'
import type { CommitShape } from '../statements/commit.js'
import type { BatchShape } from '../statements/commit-batch.js'
import type { SerializedChange, SerializedCommit } from './serialized-commit.js'

type Values = (string | number)[]

/** Returns the change of a commit that `commitStatement` can write. */
export function getOnlyChange({ changes }: SerializedCommit): SerializedChange | undefined {
  const [change, ...others] = changes
  if (change === undefined || others.length > 0) return undefined
  const { version, deleted, replay, search, previousPlace, erasesHistory } = change
  if (previousPlace !== undefined || erasesHistory) return undefined
  const isDeleted = deleted !== undefined || search?.deleted === true
  const isPlain = !isDeleted && replay.base === 1 && replay.size === 0
  return version > 1 || isPlain ? change : undefined
}

export function getCommitShape(
  { version, search }: SerializedChange,
  { idempotency }: SerializedCommit,
): CommitShape {
  return {
    isCreation: version === 1,
    hasSearch: search !== undefined,
    hasKey: idempotency !== undefined,
  }
}

/** Returns the parameters of a commit of one change, as `commitStatement` numbers them. */
export function commitParameters(
  { storeId, idempotency }: SerializedCommit,
  { kind, id, version, updated, deleted, replay, value, historyEntry, search }: SerializedChange,
): Values {
  const values = [storeId, kind, id, version, updated, value, historyEntry]
  if (version > 1) values.push(replay.base, replay.size, deleted ?? '')
  values.push(...searchFields(search))
  return idempotency === undefined ? values : [...values, ...keyFields(idempotency)]
}

function searchFields(search: SerializedChange['search']): Values {
  if (search === undefined) return []
  return [search.deleted ? 1 : 0, search.created, search.expires ?? '', search.terms]
}

/** Returns the parameters of a key without a change, as `keyStatement` numbers them. */
export function keyParameters(storeId: string, record: IdempotencyRecord): Values {
  return [storeId, record.kind, record.id, record.version, ...keyFields(record)]
}

function keyFields({ key, fingerprint, created, expires }: IdempotencyRecord): Values {
  return [key, fingerprint, created, expires]
}

/** Returns the parameters of creations of one store, as `creationBatchStatement` numbers them. */
export function creationParameters(commits: readonly SerializedCommit[]): Values {
  const changes = commits.flatMap((commit) => commit.changes)
  return [...changeParameters(commits, changes, changes.map(toCreationRow)), changes.length]
}

export function getBatchShape(commits: readonly SerializedCommit[]): BatchShape {
  const changes = commits.flatMap((commit) => commit.changes)
  return {
    hasKeys: commits.some(({ idempotency }) => idempotency !== undefined),
    hasSearch: changes.some(({ search }) => search !== undefined),
    hasMoves: changes.some(({ previousPlace }) => previousPlace !== undefined),
    hasErasures: changes.some(({ erasesHistory }) => erasesHistory),
  }
}

/** Returns the parameters of any commits of one store, as `commitBatchStatement` numbers them. */
export function batchParameters(
  commits: readonly SerializedCommit[],
  { hasKeys }: Pick<BatchShape, 'hasKeys'>,
): Values {
  const changes = commits.flatMap((commit) => commit.changes)
  const rows = commits.flatMap((commit, number) => commit.changes.map(toRow(number)))
  const values = [...changeParameters(commits, changes, rows), commits.length]
  if (!hasKeys) return values
  const keys = commits.flatMap(({ idempotency }, commit) =>
    idempotency === undefined ? [] : [{ commit, ...toKeyRow(idempotency) }],
  )
  const latest = Math.max(...keys.map(({ created_at: time }) => time))
  return [...values, JSON.stringify(keys), latest]
}

/** Serialized JSON contains no line breaks, so they can separate the values and the entries. */
function changeParameters(
  commits: readonly SerializedCommit[],
  changes: readonly SerializedChange[],
  rows: readonly object[],
): Values {
  return [
    commits[0]?.storeId ?? '',
    JSON.stringify(rows),
    changes.map(({ value }) => value).join('\n'),
    changes.map(({ historyEntry }) => historyEntry).join('\n'),
  ]
}

function toCreationRow({ kind, id, updated, search }: SerializedChange): object {
  return {
    ...{ kind, id, updated },
    ...{ created: search?.created, expires: search?.expires, terms: search?.terms },
  }
}

function toRow(commit: number) {
  return (change: SerializedChange): object => {
    const { kind, id, version, updated, deleted, replay, search, previousPlace } = change
    return {
      commit,
      kind,
      id,
      version,
      updated,
      deleted,
      base: replay.base,
      size: replay.size,
      writes_search: search !== undefined || previousPlace !== undefined,
      is_deleted: search?.deleted,
      created: search?.created,
      expires: search?.expires,
      terms: search?.terms,
      was_deleted: previousPlace?.deleted,
      was_created: previousPlace?.created,
      erases: change.erasesHistory,
    }
  }
}

function toKeyRow({ kind, id, version, key, fingerprint, created, expires }: IdempotencyRecord) {
  return {
    ...{ kind, id, version, key, fingerprint },
    created_at: created,
    expires_at: expires,
  }
}
