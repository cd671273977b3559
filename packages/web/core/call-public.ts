import { createCaller } from './call.ts'

/** Calls public routes without credentials: a public page does not learn who is signed in. */
export const callPublic = createCaller({ credentials: () => ({ token: '', orgId: '' }) })
