import { createCaller } from './call.ts'

/** Calls what everybody may read, as nobody: whoever is signed in here is not told to a public page. */
export const callPublic = createCaller({ credentials: () => ({ token: '', orgId: '' }) })
