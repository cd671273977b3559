export { decideDeveloper, listDevelopers, resealDevelopers, type DeveloperDecisionKind } from './developer-companies.ts'
