export * from './contract-open-api.ts'
