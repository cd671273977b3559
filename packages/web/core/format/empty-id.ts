import { emptyId } from '#packages/core/id.ts'

/** Whether an id of the wire names nothing: the all-zero GUID, or none at all. */
export const isEmptyId = (id: string | null | undefined) => !id || id === emptyId
