/**
 * The location within the page: without a batch the upload step, with values of columns that the file need not have;
 * `step` returns to the mapping of a checked batch.
 */
type ImportLocation = { target: string; orgId: string; preset?: string } | { batch: string; step?: 'map' }

export type GoTo = (to: ImportLocation, options?: { replace?: boolean }) => void
