import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { SelectControl } from '#packages/web/desk/form/controls/select.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { Attachments } from '#kernel/files/web/index.ts'
import { classForm, type SchoolClass } from '../../contract.ts'
import { type ClassValues, type SchoolTreeNode } from '../class-queries.ts'
import { gradesQuery } from '../time-queries.ts'
import RoomPicker from './room-picker.tsx'
import { TeacherSelect } from './teacher-select.tsx'

/** The form schema of a class; optional selections may be null. */
const { name, code, profession } = classForm.shape
const schema = z.object({
  id: z.guid().nullable(),
  gradeId: z.guid('请选择年级'),
  name,
  code,
  profession,
  roomId: z.guid().nullable(),
  headId: z.guid().nullable(),
  logoFiles: z.array(z.guid()).max(1),
  version: z.int(),
})

const vocational = 5

interface ClassFormOptions {
  orgId: string
  isNew: boolean
  /** Only vocational schools have professions. */
  hasProfession: boolean
  initial: () => ClassValues
  /** The current head, in case they are no longer in the list of teachers. */
  head?: { id: string; name: string } | undefined
  room?: { id: string; name: string } | undefined
}

const formOf = ({ orgId, isNew, hasProfession, initial, head, room }: ClassFormOptions): FormSpec<ClassValues> => ({
  schema,
  initial,
  sections: [
    {
      fields: [
        {
          name: 'gradeId',
          label: '年级',
          kind: 'custom',
          width: 'middle',
          required: true,
          when: () => isNew,
          draw: (props) => <GradeControl {...props} orgId={orgId} />,
        },
        {
          name: 'name',
          label: '班级名称',
          kind: 'text',
          width: 'middle',
          required: true,
          placeholder: '如 3班、向日葵班',
          hint: '不写年级：年级名称每学年自动更新',
        },
        {
          name: 'headId',
          label: '班主任',
          kind: 'custom',
          width: 'middle',
          hint: '自今日起担任；原班主任任期截至前一日',
          draw: ({ value, onChange, control }) => (
            <TeacherSelect
              orgId={orgId}
              control={control}
              onChange={onChange}
              known={head}
              value={(value ?? null) as string | null}
            />
          ),
        },
        { name: 'code', label: '编号', kind: 'text', width: 'short' },
        { name: 'profession', label: '专业', kind: 'text', width: 'middle', when: () => hasProfession },
        {
          name: 'roomId',
          label: '教室',
          kind: 'custom',
          width: 'middle',
          placeholder: '未安排',
          draw: (props) => <RoomPicker {...props} orgId={orgId} known={room} />,
        },
        {
          name: 'logoFiles',
          label: '班级图片',
          kind: 'custom',
          width: 'long',
          hint: '班徽或班级标识，一张',
          draw: (props) => <Attachments {...props} maxFiles={1} only="image" />,
        },
      ],
    },
  ],
})

function GradeControl({ orgId, ...props }: ControlProps & { orgId: string }) {
  const { data = [] } = useQuery(gradesQuery(orgId))
  const options = data.map(({ id, name }) => ({ value: id, label: name }))
  return <SelectControl {...props} options={options} placeholder={options.length > 0 ? '请选择' : '这里还没有年级'} />
}

/** The form of a new class, in the selected grade or with a grade field. */
export const createNewClassForm = ({ orgId, gradeId }: SchoolTreeNode): FormSpec<ClassValues> =>
  formOf({
    orgId,
    isNew: true,
    hasProfession: false,
    initial: () => ({
      id: null,
      gradeId: gradeId ?? '',
      name: '',
      code: '',
      profession: '',
      roomId: null,
      headId: null,
      logoFiles: [],
      version: 0,
    }),
  })

export const createEditClassForm = ({ orgId, stage, ...row }: SchoolClass): FormSpec<ClassValues> =>
  formOf({
    orgId,
    isNew: false,
    hasProfession: stage === vocational,
    head: row.teacherId ? { id: row.teacherId, name: row.teacherName } : undefined,
    room: row.roomId ? { id: row.roomId, name: row.roomName } : undefined,
    initial: () => {
      const { id, gradeId, name, code, profession, roomId, teacherId, logoFiles, version } = row
      return { id, gradeId, name, code, profession, roomId, headId: teacherId, logoFiles, version }
    },
  })
