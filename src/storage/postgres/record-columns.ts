/** The columns of a record beside its value. */
export const recordColumns =
  'kind, id, version, updated::text, deleted::text, replay_base, replay_size'
