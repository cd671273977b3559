import { createEntityPicker } from '#packages/web/desk/entity/reference-picker.tsx'
import { leaveType, leaveTypeApi } from '../../contract.ts'

export default createEntityPicker(leaveType, leaveTypeApi)
