import './built-in-constants.ts'
import './built-in-office-constants.ts'
export { defineConstants, type CountConstantUses } from './constant-registry.ts'
export { listOfferedConstants } from './service/list-constants.ts'
