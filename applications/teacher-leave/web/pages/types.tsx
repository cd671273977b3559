import { OrderedListOutlined } from '@ant-design/icons'
import { defineEntityList } from '#packages/web/desk/entity/entity-list.tsx'
import { leaveType, leaveTypeApi } from '../../contract.ts'

export default defineEntityList(leaveType, leaveTypeApi, { key: 'teacher-leave:types', icon: OrderedListOutlined })
