export { requireStepUp } from './step-up.ts'
export { seedExport, seedImport, type SeedExport, type SeedImport } from './seed.ts'
