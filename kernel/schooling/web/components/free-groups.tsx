import { PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { Button } from '#packages/web/desk/button.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { TeachingMatrix } from '../../contract.ts'
import { schoolingKey } from '../class-queries.ts'
import { saveTeachingGroup, formatAssignment } from '../teaching-queries.ts'
import type { AssignmentTarget } from './assign-dialog.tsx'
import styles from './free-groups.module.css'

interface Props {
  matrix: TeachingMatrix
  gradeId: string
  onAssign: (target: AssignmentTarget) => void
}

/** Groups with pupils of several classes. */
export function FreeGroups({ matrix, gradeId, onAssign }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles['card']} aria-label="教学班">
      <header className={styles['head']}>
        <h2>教学班</h2>
        <p>走班、分层等由多个班级的学生组成</p>
        <Button icon={<Glyph of={PlusOutlined} />} onClick={() => setOpen(true)}>
          新建教学班
        </Button>
      </header>
      {matrix.groups.length === 0 ? (
        <p className={styles['none']}>本年级还没有教学班</p>
      ) : (
        <ul>
          {matrix.groups.map((group) => (
            <Group key={group.id} group={group} matrix={matrix} onAssign={onAssign} />
          ))}
        </ul>
      )}
      {isOpen && <NewGroup matrix={matrix} gradeId={gradeId} onClose={() => setOpen(false)} />}
    </section>
  )
}

interface GroupProps extends Pick<Props, 'matrix' | 'onAssign'> {
  group: TeachingMatrix['groups'][number]
}

function Group({ group, matrix, onAssign }: GroupProps) {
  const { id, name, subjectId, capacity, memberCount, assignments } = group
  const subject = matrix.subjects.find((one) => one.id === subjectId) ?? { id: subjectId, name: '' }
  return (
    <li className={styles['group']}>
      <strong>{name}</strong>
      <span>{subject.name}</span>
      <span>{assignments.map(formatAssignment).join('、') || '未安排教师'}</span>
      <span>{capacity ? `${memberCount} / ${capacity} 人` : `${memberCount} 人`}</span>
      <Button
        size="small"
        aria-label={`安排${name}的教师`}
        onClick={() => onAssign({ subject, classIds: [], group: { id, name }, current: assignments })}
      >
        安排
      </Button>
    </li>
  )
}

const schema = z.object({
  name: z.string().trim().min(1, '请填写教学班名称').max(30, '教学班名称不超过30字'),
  subjectId: z.string().min(1, '请选择学科'),
  capacity: z.int().min(1, '人数不能小于1').max(500, '人数不超过500').nullable(),
})
type Values = z.output<typeof schema>

function NewGroup({ matrix, gradeId, onClose }: Pick<Props, 'matrix' | 'gradeId'> & { onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const form: FormSpec<Values> = {
    schema,
    initial: () => ({ name: '', subjectId: '', capacity: null }),
    sections: [
      {
        fields: [
          { name: 'name', label: '名称', kind: 'text', required: true, placeholder: '如 数学A层' },
          {
            name: 'subjectId',
            label: '学科',
            kind: 'select',
            width: 'short',
            required: true,
            options: matrix.subjects.map(({ id, name }) => ({ value: id, label: name })),
          },
          { name: 'capacity', label: '人数上限', kind: 'number' },
        ],
      },
    ],
  }
  const submit = async (values: Values) => {
    await saveTeachingGroup({ id: null, termId: matrix.termId, gradeId, ...values, version: 0 })
    await client.invalidateQueries({ queryKey: schoolingKey })
    toast.success('已新建教学班')
  }
  return <FormDialog title="新建教学班" form={form} submit={submit} onClose={onClose} />
}
