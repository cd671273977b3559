import { SnippetsOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { teachersQuery } from '../class-queries.ts'
import { parsePastedHeads } from '../paste-class-teachers.ts'
import { TeacherSelect } from './teacher-select.tsx'
import styles from './head-grid.module.css'

export interface HeadedClass {
  id: string
  label: string
  name: string
  gradeName: string
  teacherId: string | null
  teacherName: string
}

/** The new head of each class; null for none. Classes without an entry keep their head. */
export type Heads = Readonly<Record<string, string | null>>

interface Props {
  orgId: string | null
  classes: readonly HeadedClass[]
  value: Heads
  onChange: (heads: Heads) => void
  /** The role on the labels: 班主任. */
  duty: string
}

/** One row per class with its head: selected one by one, or pasted from a spreadsheet. */
export function HeadGrid({ orgId, classes, value, onChange, duty }: Props) {
  const headOf = ({ id, teacherId }: HeadedClass) => (value[id] === undefined ? teacherId : value[id])
  return (
    <div className={styles['grid']}>
      {classes.length > 1 && <Paste orgId={orgId} classes={classes} value={value} onChange={onChange} />}
      <ul className={styles['rows']} aria-label={duty}>
        {classes.map((one) => {
          const chosen = headOf(one)
          const also = chosen && classes.find((other) => other.id !== one.id && headOf(other) === chosen)
          return (
            <li key={one.id} className={styles['row']}>
              {classes.length > 1 && <span className={styles['name']}>{one.label}</span>}
              <div>
                <TeacherSelect
                  orgId={orgId}
                  label={`${one.label}${duty}`}
                  value={chosen}
                  known={one.teacherId ? { id: one.teacherId, name: one.teacherName } : undefined}
                  onChange={(userId) => onChange(changed(classes, { ...value, [one.id]: userId }))}
                />
                {also && <p className={styles['also']}>{`同时是${also.label}${duty}`}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Two columns pasted from a spreadsheet fill the rows. */
function Paste({ orgId, classes, value, onChange }: Omit<Props, 'duty'>) {
  const id = useId()
  const { data: teachers = [] } = useQuery(teachersQuery(orgId))
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { heads, unknown } = parsePastedHeads(text, classes, teachers)
  const take = (pasted: string) => {
    setText(pasted)
    onChange(changed(classes, { ...value, ...parsePastedHeads(pasted, classes, teachers).heads }))
  }
  if (!isOpen) {
    return (
      <Button icon={<Glyph of={SnippetsOutlined} />} onClick={() => setOpen(true)}>
        从 Excel 粘贴
      </Button>
    )
  }
  return (
    <div className={styles['paste']}>
      <label htmlFor={id}>复制“班级、班主任”两列，粘贴到这里</label>
      <textarea
        id={id}
        rows={3}
        className={styles['text']}
        // The user opened this part to paste.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        placeholder={classes
          .slice(0, 2)
          .map(({ label }, at) => `${label}　${['王芳', '李强'][at]}`)
          .join('\n')}
        value={text}
        onChange={({ target }) => take(target.value)}
      />
      <p role="status" className={styles['told']}>
        {text.trim() &&
          [`已填写 ${Object.keys(heads).length} 个班级`, unknown.length > 0 && `没有找到：${unknown.join('、')}`]
            .filter(Boolean)
            .join('，')}
      </p>
    </div>
  )
}

/** Drops entries that equal the current head. */
const changed = (classes: readonly HeadedClass[], heads: Heads): Heads =>
  Object.fromEntries(
    Object.entries(heads).filter(([classId, userId]) =>
      classes.some((one) => one.id === classId && one.teacherId !== userId),
    ),
  )

/** The request items. */
export const listHeadItems = (heads: Heads) => Object.entries(heads).map(([classId, userId]) => ({ classId, userId }))
