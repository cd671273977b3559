import { manifest } from '../manifest.ts'

/** Everything of the application: a cancelled cover changes the list and the sums. */
export const recordKey = [manifest.key] as const
