import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { DataOf } from '#packages/contract'
import type { attendanceRecordApi } from '../../contract.ts'

type Classes = DataOf<typeof attendanceRecordApi.classes>

/** The own classes first, as the server sends the others: by grade. */
export const sortClasses = (classes: Classes) =>
  [...classes].sort((one, other) => Number(other.isOwn) - Number(one.isOwn))

interface Props {
  classes: Classes
  value: string
  onChoose: (id: string) => void
}

export const ClassSelect = ({ classes, value, onChoose }: Props) => (
  <PlainSelect
    label="班级"
    value={value}
    options={sortClasses(classes).map(({ id, name }) => ({ value: id, label: name }))}
    onChange={onChoose}
  />
)
