export { listBuiltInTypes, type BuiltInType, type CountConstantUses } from './platform-constants.ts'
export { listOfferedConstants } from './service/list-constants.ts'
export { takeNumber, voidNumber, type NumberSeries } from './service/record-numbers.ts'
