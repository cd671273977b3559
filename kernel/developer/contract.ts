export * from './contract-open-api.ts'
export * from './contract-app-data.ts'
export * from './contract-api-grants.ts'
export * from './contract-collect.ts'
