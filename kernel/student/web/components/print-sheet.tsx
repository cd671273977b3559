import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { Student } from '../../contract.ts'
import type { AccountSlip } from '../class-queries.ts'
import { closePrintView, type PrintContent } from '../print-store.ts'
import styles from './print-sheet.module.css'

/** The print view of a roster or of account slips, shown instead of the page. */
export function PrintSheet({ content }: { content: PrintContent }) {
  return content.kind === 'roster' ? <Roster rows={content.rows} /> : <AccountSlips slips={content.slips} />
}

interface FrameProps {
  title: string
  note?: string
  tools?: ReactNode
  children: ReactNode
}

function PrintFrame({ title, note, tools, children }: FrameProps) {
  return (
    <div className={styles['frame']}>
      <div className={`${styles['line']} no-print`}>
        <Button
          type="text"
          icon={<Glyph of={ArrowLeftOutlined} />}
          aria-label="返回"
          title="返回"
          onClick={closePrintView}
        />
        <h1 className={styles['title']}>{title}</h1>
        <div className={styles['tools']}>
          {tools}
          <Button type="primary" icon={<Glyph of={PrinterOutlined} />} onClick={() => window.print()}>
            打印
          </Button>
        </div>
      </div>
      {note && <p className={`${styles['note']} no-print`}>{note}</p>}
      <div className={styles['paper']}>{children}</div>
    </div>
  )
}

const columnChoices = [0, 2, 4, 6, 8].map((count) => ({
  value: String(count),
  label: count === 0 ? '没有空栏' : `${count} 个空栏`,
}))

/** The common class of the rows, if there is one. */
export function getRosterTitle(rows: readonly Student[]) {
  const [className, ...others] = new Set(rows.map((row) => row.className))
  const [orgName] = new Set(rows.map((row) => row.orgName))
  return [orgName, others.length === 0 && className, '学生名单'].filter(Boolean).join(' ')
}

/** Accessibility checks report an empty header cell. */
const nbsp = '\u00a0'

/** Names with empty columns to write in. Without numbers, because paper may be seen by others. */
function Roster({ rows }: { rows: readonly Student[] }) {
  const [blanks, setBlanks] = useState('4')
  const empty = Array.from({ length: Number(blanks) }, (_, at) => at)
  return (
    <PrintFrame
      title="打印名单"
      tools={<PlainSelect label="空栏" value={blanks} options={columnChoices} onChange={setBlanks} />}
    >
      <h2 className={styles['heading']}>{`${getRosterTitle(rows)}（${rows.length} 人）`}</h2>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">座号</th>
            <th scope="col">姓名</th>
            <th scope="col">性别</th>
            <th scope="col">班级</th>
            {empty.map((at) => (
              <td key={at} className={styles['blank']}>
                {nbsp}
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.seatNo ?? ''}</td>
              <td>{row.name}</td>
              <td>{row.sex}</td>
              <td>{row.className}</td>
              {empty.map((at) => (
                <td key={at}>{nbsp}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintFrame>
  )
}

/** One slip per pupil, with lines to cut along. */
function AccountSlips({ slips }: { slips: readonly AccountSlip[] }) {
  return (
    <PrintFrame
      title={`学生账号单：${slips.length} 人`}
      note="激活码只显示这一次，离开后不能再看到。请打印后沿虚线剪开，交给学生本人或监护人。"
    >
      <ul className={styles['slips']}>
        {slips.map(({ id, name, className, loginName, code }) => (
          <li key={id} className={styles['slip']}>
            <p className={styles['who']}>
              <strong>{name}</strong>
              <span>{className}</span>
            </p>
            <dl className={styles['facts']}>
              <dt>用户名</dt>
              <dd className={styles['name']}>{loginName}</dd>
              <dt>激活码</dt>
              <dd className={styles['code']}>{code}</dd>
            </dl>
            <p
              className={styles['how']}
            >{`打开 ${location.host}/userLogin，点“学生激活账号”，填用户名和激活码，自己设置密码。以后用用户名和密码登录。`}</p>
          </li>
        ))}
      </ul>
    </PrintFrame>
  )
}
