export * from './contract-developers.ts'
