export { saveSource } from './data-sources.ts'
