import { emptyId } from '#packages/core/id.ts'

/** Whether an id of the wire is empty: the all-zero GUID, or no id at all. */
export const isEmptyId = (id: string | null | undefined) => !id || id === emptyId
