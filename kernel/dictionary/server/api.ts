export { defineConstants, type CountConstantUses } from './constant-registry.ts'
export { listOfferedConstants } from './service/list-constants.ts'
