import type { NumberLookups } from '#packages/core'

/** No limit. */
export const noLookups: NumberLookups = {
  count: async () => {},
  release: () => {},
  countRows: async () => {},
  releaseRows: async () => {},
  settle: async () => {},
}
