import { z } from 'zod'
import { Ret } from '#packages/core'
import { CallError } from '#packages/web/core/call-error.ts'
import type { Field } from '#packages/web/desk/form/form-spec.ts'
import { formAction, type RowAction } from '#packages/web/desk/list/list-spec.ts'
import { classTeacherRoles, type SchoolClass } from '../contract.ts'
import { deleteClass, previewDeleteClass, setClassTeacher } from './class-queries.ts'
import { HeadGrid, listHeadItems, type Heads } from './components/head-grid.tsx'
import { getToday } from './class-labels.ts'

const isOpen = ({ state }: SchoolClass) => state === 'open'

const headForm = z.object({
  from: z.iso.date('请填写开始日期'),
  role: z.enum(['head', 'vice', 'life']),
  heads: z.record(z.string(), z.string().nullable()),
})
type HeadForm = z.output<typeof headForm>

const createHeadField = (rows: readonly SchoolClass[], duty: string): Field<HeadForm> => ({
  name: 'heads',
  label: duty,
  kind: 'custom',
  width: 'long',
  draw: ({ value, onChange }) => (
    <HeadGrid orgId={rows[0]?.orgId ?? null} classes={rows} value={value as Heads} onChange={onChange} duty={duty} />
  ),
})
const createFromField = (duty: string): Field<HeadForm> => ({
  name: 'from',
  label: '开始日期',
  kind: 'date',
  required: true,
  hint: `原${duty}任期截至前一日，历史记录保留`,
})

async function setHeads({ from: day, role, heads }: HeadForm) {
  const items = listHeadItems(heads)
  if (items.length === 0) throw new CallError({ ret: Ret.refused, msg: '没有改动', status: 200 })
  await setClassTeacher({ role, from: day, items })
}

const setHeadAction = formAction<SchoolClass, HeadForm>({
  key: 'head',
  label: '设置班主任',
  permission: 'class.edit',
  isPrimary: true,
  when: isOpen,
  createForm: (_targets, rows) => ({
    schema: headForm,
    initial: () => ({ from: getToday(), role: 'head', heads: {} }),
    sections: [{ fields: [createFromField('班主任'), createHeadField(rows.filter(isOpen), '班主任')] }],
  }),
  run: (_targets, values) => setHeads(values),
  done: () => '已设置班主任',
})

const others = ['vice', 'life'] as const

/** The fields start empty; an empty field keeps the current deputy or carer. */
const setViceAction = formAction<SchoolClass, HeadForm>({
  key: 'vice',
  label: '设置副班主任',
  permission: 'class.edit',
  when: isOpen,
  createForm: (_targets, rows) => ({
    schema: headForm,
    initial: () => ({ from: getToday(), role: 'vice', heads: {} }),
    sections: [
      {
        fields: [
          {
            name: 'role',
            label: '任职',
            kind: 'radio',
            required: true,
            options: others.map((value) => ({ value, label: classTeacherRoles[value] })),
          },
          createFromField('任职人员'),
          createHeadField(
            rows.filter(isOpen).map((row) => ({ ...row, teacherId: null })),
            '教师',
          ),
        ],
      },
    ],
  }),
  run: (_targets, values) => setHeads(values),
  done: () => '已设置',
})

const deleteAction: RowAction<SchoolClass> = {
  key: 'delete',
  label: '删除',
  permission: 'class.edit',
  isDanger: true,
  isSingle: true,
  isRemoval: true,
  dividerBefore: true,
  whyNot: ({ totalCount }) => (totalCount > 0 ? `还有 ${totalCount} 名学生` : undefined),
  preview: previewDeleteClass,
  run: async (targets) => {
    for (const id of 'ids' in targets ? targets.ids : []) await deleteClass(id)
  },
  done: () => '已删除班级',
}

/** Row actions of classes. Merging classes is in kernel/student, because it moves pupils. */
export const classActions: readonly RowAction<SchoolClass>[] = [setHeadAction, setViceAction, deleteAction]
