/** Version of the tables that this release reads and writes. */
export const schemaVersion = 4
