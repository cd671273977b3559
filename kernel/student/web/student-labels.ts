import {
  ClockCircleOutlined,
  CloseOutlined,
  FormOutlined,
  LogoutOutlined,
  MinusOutlined,
  PauseOutlined,
  TrophyOutlined,
} from '@ant-design/icons'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { faceStates, studentStatuses, type FaceState, type StudentStatus } from '../contract.ts'

export * from './student-text.ts'

const getStatusLook = createStatusLook(studentStatuses, {
  suspended: PauseOutlined,
  transferred: LogoutOutlined,
  graduated: TrophyOutlined,
  completed: TrophyOutlined,
  'left-early': LogoutOutlined,
  withdrawn: LogoutOutlined,
  expelled: LogoutOutlined,
  died: MinusOutlined,
})
export const getStudentStatus = ({ status }: { status: StudentStatus }) => getStatusLook(status)

const getFaceLook = createStatusLook(faceStates, {
  'no-consent': FormOutlined,
  waiting: ClockCircleOutlined,
  refused: CloseOutlined,
})
export const getFaceStatus = ({ face }: { face: FaceState }) => getFaceLook(face)
