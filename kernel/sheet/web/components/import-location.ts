/** Where one is on the page: without a batch a file is asked for; `step` goes back to the columns of a checked one. */
type ImportLocation = { target: string; orgId: string } | { batch: string; step?: 'map' }

export type GoTo = (to: ImportLocation, options?: { replace?: boolean }) => void
