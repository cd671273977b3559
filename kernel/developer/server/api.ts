export { resealDevelopers } from './developer-companies.ts'
