export { resealDevelopers } from './developer-companies.ts'
export type { OpenCall } from './open-calls.ts'
export { identifyApplication, mountOpen } from './open-routes.ts'
export type { OpenCaller } from './open-callers.ts'
