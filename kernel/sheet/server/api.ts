export { requireStepUp } from './step-up.ts'
