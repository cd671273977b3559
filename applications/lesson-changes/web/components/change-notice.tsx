import { useSession } from '#packages/web/core/session.ts'
import type { CoverRecord } from '../../contract-records.ts'
import { describeChange, nameKind } from '../record-text.ts'
import { Printed, SignatureLines } from '#packages/web/desk/printed.tsx'
import styles from './change-notice.module.css'

interface Props {
  record: CoverRecord
  onDone: () => void
}

/** 调课通知单: a copy for the class and one for each of the two teachers, without the reason. */
export function ChangeNotice({ record, onDone }: Props) {
  const own = useSession(({ user }) => user)
  const school = own?.orgId === record.org.id ? own.orgName : record.org.name
  const teachers = [record.fromTeacher?.name, record.toTeacher?.name].filter((name) => name !== undefined)
  return (
    <Printed onDone={onDone}>
      {[`${record.className}（班级联）`, ...[...new Set(teachers)].map((name) => `${name}（教师联）`)].map((copy) => (
        <Copy key={copy} copy={copy} school={school} record={record} />
      ))}
    </Printed>
  )
}

function Copy({ copy, school, record }: { copy: string; school: string; record: CoverRecord }) {
  const lines: readonly (readonly [string, string])[] = [
    ['上课时间', `${record.day} ${record.slot}`],
    ['班级、学科', `${record.className} ${record.subject.name}`],
    ['原任教师', record.fromTeacher?.name ?? ''],
    [nameKind(record), describeChange(record)],
  ]
  return (
    <section className={styles['copy']}>
      <h1>调课通知单</h1>
      <p className={styles['facts']}>
        <span>{school}</span>
        <span>{copy}</span>
      </p>
      <table>
        <tbody>
          {lines.map(([label, text]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SignatureLines of={['教务处', '签收', '日期']} />
    </section>
  )
}
