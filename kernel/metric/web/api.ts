export { Statistics } from './statistics.tsx'
export { subjectsQuery } from './queries.ts'
