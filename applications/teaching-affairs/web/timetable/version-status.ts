import { EditOutlined, InboxOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { timetableStatuses, type TimetableStatus } from '#engines/timetable/contract.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'

/** Whether its lessons can be changed. */
export const isDraft = (status: TimetableStatus) => status === 'draft' || status === 'checked'

export const getVersionLook = createStatusLook(timetableStatuses, {
  draft: EditOutlined,
  checked: SafetyCertificateOutlined,
  archived: InboxOutlined,
})
