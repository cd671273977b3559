/** Where one is on the page: without a batch a file is asked for; `step` goes back to the columns of a checked one. */
type Place = { target: string; orgId: string } | { batch: string; step?: 'map' }

export type Go = (to: Place, options?: { replace?: boolean }) => void
