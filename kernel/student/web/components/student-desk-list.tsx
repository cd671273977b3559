import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { createDeskList } from '#packages/web/desk/list/desk-list.tsx'
import type { MaskedField, Student } from '../../contract.ts'
import { studentList } from '../student-list.ts'
import * as words from '../student-labels.ts'
import { GuardianCell } from './guardian-cell.tsx'
import { MaskedStudentField } from './masked-student-field.tsx'

const createMaskedCell = (field: Extract<MaskedField, 'studentNo' | 'idCard'>) => (row: Student) => (
  <MaskedStudentField studentId={row.id} field={field} value={row[field]} />
)

/** The pupils on the desk: masked numbers can be revealed, one at a time. */
export const studentDeskList = createDeskList<Student, Student, never>(studentList, {
  icon: ({ name }) => <InitialsAvatar name={name} size="row" />,
  columns: {
    studentNo: { cell: createMaskedCell('studentNo') },
    idCard: { cell: createMaskedCell('idCard') },
    guardian: { cell: (row) => <GuardianCell row={row} /> },
    phone: {
      cell: ({ id, guardianPhone, guardianId }) => (
        <MaskedStudentField studentId={id} field="guardianPhone" value={guardianPhone} guardianId={guardianId} />
      ),
    },
    face: { cell: (row) => <RowStatusTag status={words.getFaceStatus(row)} /> },
    status: { cell: (row) => <RowStatusTag status={words.getStudentStatus(row)} /> },
  },
})
