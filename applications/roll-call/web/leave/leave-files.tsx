import { FieldValue } from '#packages/web/desk/entity/field-control.tsx'
import type { PupilLeave } from '#engines/attendance/contract.ts'

/** The photographs of a leave, with the viewer of the module of files. */
export const LeaveFiles = ({ leave: { files, name } }: { leave: PupilLeave }) => (
  <FieldValue of="files" value={files} rowName={`${name}请假`} />
)
