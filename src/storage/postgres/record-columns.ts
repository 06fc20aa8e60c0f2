/** The columns of a record besides its value. */
export const recordColumns =
  'kind, id, version, updated::text, deleted::text, replay_base, replay_size'
